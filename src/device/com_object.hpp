// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace halfulp::device {

/// Ends a reference to an object of one of Microsoft's APIs.
struct Release {
  template <class Object>
  void operator()(Object* object) const {
    object->Release();
  }
};
template <class Object>
using ComObject = std::unique_ptr<Object, Release>;

}  // namespace halfulp::device
