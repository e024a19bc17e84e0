// The C interface of barriers that lie in memory.
#pragma once
#pragma GCC system_header
#include <cuda_pipeline_primitives.h>

inline GPURACE_OUT void __mbarrier_init(__mbarrier_t *object, unsigned expected) { gpurace_object_init(object, expected, GPURACE_HERE); }
inline void __mbarrier_inval(__mbarrier_t *) {}
inline GPURACE_OUT __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *object) {
  return gpurace_object_arrive(object, 1, 0, GPURACE_BLOCK, nullptr, nullptr, GPURACE_HERE);
}
inline GPURACE_OUT __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *object) {
  return gpurace_object_arrive(object, 1, 1, GPURACE_BLOCK, nullptr, nullptr, GPURACE_HERE);
}
inline GPURACE_OUT bool __mbarrier_test_wait(__mbarrier_t *object, __mbarrier_token_t token) {
  return gpurace_object_test(object, static_cast<unsigned>(token), 0, GPURACE_BLOCK, GPURACE_HERE) != 0;
}
