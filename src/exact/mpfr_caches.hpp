// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

namespace halfulp::exact {

/// Whoever makes an MPFR number calls this first: MPFR keeps constants and free numbers for each thread, and frees them
/// only on request.
inline void free_caches_at_thread_exit() {
  struct Caches {
    Caches() = default;
    Caches(const Caches&) = delete;
    Caches& operator=(const Caches&) = delete;
    ~Caches() { mpfr_free_cache(); }
  };
  thread_local const Caches caches;
  static_cast<void>(caches);
}

}  // namespace halfulp::exact
