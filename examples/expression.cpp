// SPDX-License-Identifier: Apache-2.0
// The tolerance of a test of a shader, from a rulebook: which results of half-Lambert lighting does Direct3D 11 permit?
//   c++ -std=c++20 examples/expression.cpp $(pkg-config --static --cflags --libs halfulp) -o expression
#include <cstdio>
#include <halfulp/error.hpp>
#include <halfulp/expression.hpp>

int main() {
  try {
    // A vector that is used whole: the operands are named, a value for each component.
    halfulp::Expression lighting(halfulp::Rulebook::open("d3d11"), "dot(n, l) * 0.5 + 0.5",
                                 {"n.x", "n.y", "n.z", "l.x", "l.y", "l.z"});
    const halfulp::Bits operands[] = {0, 0x3f19999a, 0x3f4ccccd, 0, 0x3f800000, 0};  // (0, 0.6, 0.8), (0, 1, 0)
    std::printf("permitted: %s\n", lighting.permitted(operands).permitted[0].text().c_str());
    bool all_pass = true;
    for (const halfulp::Bits result : {0x3f4ccccdU, 0x3f4cccceU, 0x3f4ccfffU}) {  // 0.8, the next value, 0.80005
      const halfulp::Bits results[] = {result};
      const bool passes = lighting.judge(operands, results).verdict == halfulp::ExpressionVerdict::permitted;
      std::printf("0x%08x %s\n", result, passes ? "passes" : "fails");
      all_pass = all_pass && passes;
    }
    return all_pass ? 0 : 1;
  } catch (const halfulp::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
