// The C interface of asynchronous copies.
#pragma once
#pragma GCC system_header
#include <cuda/barrier>

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
inline GPURACE_OUT void __pipeline_memcpy_async(void *to, const void *from, size_t n, size_t zeros = 0) {
  gpurace_copy(to, from, n, zeros, nullptr, GPURACE_HERE);
}
inline void __pipeline_commit() { gpurace_copy_group(); }
inline void __pipeline_wait_prior(size_t groups) { gpurace_copy_wait(groups); }
inline void __pipeline_arrive_on(__mbarrier_t *object) { gpurace_copies_arrive(object); }
