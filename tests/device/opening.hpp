// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::test {

/// Opening a device of that name by `open` has to fail with an error of that kind whose text has that part.
template <class Open>
void expect_opening_fails(const std::string& name, Open open, const std::string& part,
                          Error::Kind kind = Error::Kind::kDevice) {
  try {
    static_cast<void>(open(name));
    ADD_FAILURE() << name << " was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

/// The same of a device in this process.
inline void expect_not_opened(const std::string& name, const std::string& part,
                              Error::Kind kind = Error::Kind::kDevice) {
  expect_opening_fails(
      name, [](const std::string& of) { return open_device(of, {}); }, part, kind);
}

}  // namespace halfulp::test
