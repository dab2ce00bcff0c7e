// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/sha256.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {
namespace {

std::string of(const std::string& text) { return sha256(std::as_bytes(std::span(text))); }

// The examples of FIPS 180-4, as NIST publishes them.
TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, IsTheSameInPieces) {
  const std::string text = "abc";
  Sha256 hash;
  for (const char& letter : text) hash.add(std::as_bytes(std::span(&letter, 1)));
  EXPECT_EQ(hash.take(), of(text));
  EXPECT_EQ(hash.take(), of(""));
}

}  // namespace
}  // namespace halfulp::cli
