// The C interface of barrier objects; see cuda/barrier.
#pragma once
#include <cuda/barrier>
#include <cuda_pipeline.h>

__GPURACE_D void __mbarrier_init(__mbarrier_t *barrier, unsigned int count) { __gpurace_barrier_init(barrier, count); }
__GPURACE_D void __mbarrier_inval(__mbarrier_t *barrier) { __gpurace_barrier_invalidate(barrier); }
__GPURACE_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) { return __gpurace_barrier_arrive(barrier, 1); }
__GPURACE_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  return __gpurace_barrier_drop(barrier);
}
__GPURACE_D bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  return __gpurace_barrier_test(barrier, token);
}
__GPURACE_D bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
  return __gpurace_barrier_test_parity(barrier, parity);
}
__GPURACE_D bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int) {
  return __gpurace_barrier_test(barrier, token);
}
__GPURACE_D bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned int) {
  return __gpurace_barrier_test_parity(barrier, parity);
}
__GPURACE_D unsigned int __mbarrier_maximum_count() { return (1u << 20) - 1; }
// What of its count is still to arrive is known to the hardware alone.
__GPURACE_D unsigned int __mbarrier_token_pending_count(__mbarrier_token_t) {
  return static_cast<unsigned int>(__gpurace_unknown_i32());
}
