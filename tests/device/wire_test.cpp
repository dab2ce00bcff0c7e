// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/wire.hpp"

#include <gtest/gtest.h>

namespace halfulp::device {
namespace {

TEST(Wire, CarriesADescriptionAndAllVariants) {
  const auto device = open_device("host", {});
  const Hello hello = read_hello(write_hello(*device));
  EXPECT_EQ(hello.description.name, device->description().name);
  EXPECT_EQ(hello.description.kind, device->description().kind);
  EXPECT_EQ(hello.description.title, device->description().title);
  EXPECT_EQ(hello.description.facts, device->description().facts);
  for (const OperationInfo& row : operations()) {
    const auto variants = device->variants(row.operation, Format::binary32);
    const auto found = hello.variants.find({row.operation, Format::binary32});
    ASSERT_EQ(found == hello.variants.end(), variants.empty()) << row.name;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      EXPECT_EQ(found->second.at(i).name, variants[i].name);
      EXPECT_EQ(found->second.at(i).instruction, variants[i].instruction);
      EXPECT_EQ(found->second.at(i).operands, variants[i].operands);
      EXPECT_EQ(found->second.at(i).counts, variants[i].counts);
      EXPECT_EQ(found->second.at(i).most_cases, variants[i].most_cases);
    }
  }
}

TEST(Wire, RefusesAMessageThatEndsEarly) {
  const auto device = open_device("host", {});
  const std::string bytes = write_hello(*device);
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    EXPECT_THROW(static_cast<void>(read_hello(std::string_view(bytes).substr(0, length))), Error) << length;
  }
}

TEST(Wire, CarriesAnErrorWithItsKind) {
  const Error error = read_error(write_error(Error(Error::Kind::kUsage, "no such thing")));
  EXPECT_EQ(error.kind(), Error::Kind::kUsage);
  EXPECT_STREQ(error.what(), "no such thing");
}

}  // namespace
}  // namespace halfulp::device
