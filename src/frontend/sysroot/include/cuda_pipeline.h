// The C interface of asynchronous copies; see cuda/pipeline.
#pragma once
#include <cuda/pipeline>

typedef unsigned long long __mbarrier_token_t;
typedef unsigned long long __mbarrier_t;
__GPURACE_D void __pipeline_memcpy_async(void *to, const void *from, size_t n, size_t zeros = 0) {
  __gpurace_copy_begin(to, from, n, 1, n - zeros, 1);
}
__GPURACE_D void __pipeline_commit() { __gpurace_copy_group(); }
__GPURACE_D void __pipeline_wait_prior(size_t groups) { __gpurace_copy_wait((unsigned int)groups); }
__GPURACE_D void __pipeline_arrive_on(__mbarrier_t *barrier) { __gpurace_barrier_copies_arrive(barrier, 0); }
