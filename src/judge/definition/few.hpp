// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace halfulp::judge {

/// A sequence that takes no memory of its own up to N elements.
template <class T, std::size_t N>
class Few {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::span<const T> span() const { return {data(), size_}; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  [[nodiscard]] const T& back() const { return data()[size_ - 1]; }
  [[nodiscard]] T& back() { return const_cast<T&>(std::as_const(*this).back()); }
  [[nodiscard]] T& operator[](std::size_t i) { return const_cast<T&>(data()[i]); }

  void push_back(const T& element) {
    if (size_ < N) {
      few_[size_++] = element;
      return;
    }
    if (size_ == N) many_.assign(few_.begin(), few_.end());
    many_.push_back(element);
    ++size_;
  }
  void clear() {
    size_ = 0;
    many_.clear();
  }

  friend bool operator==(const Few& a, const Few& b) { return std::ranges::equal(a.span(), b.span()); }

 private:
  [[nodiscard]] const T* data() const { return size_ <= N ? few_.data() : many_.data(); }

  std::size_t size_ = 0;
  std::array<T, N> few_{};
  std::vector<T> many_;  ///< all of them, if they are more than N
};

}  // namespace halfulp::judge
