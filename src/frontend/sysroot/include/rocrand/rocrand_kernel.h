// rocRAND on the device: hipRAND's generators under its names.
#pragma once
#include <hiprand/hiprand_kernel.h>

typedef hiprandStateXORWOW rocrand_state_xorwow;
typedef hiprandStateMRG32k3a rocrand_state_mrg32k3a;
typedef hiprandStatePhilox4_32_10 rocrand_state_philox4x32_10;
typedef hiprandStateSobol32 rocrand_state_sobol32;
#define __GPURACE_SAME(NAME, OF)                                                                                    \
  template <class State, class... N>                                                                                \
  __GPURACE_D auto NAME(State *state, N... n)->decltype(OF(state, n...)) {                                          \
    return OF(state, n...);                                                                                         \
  }
template <class State>
__GPURACE_D void rocrand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, State *state) {
  hiprand_init(seed, sequence, offset, state);
}
__GPURACE_SAME(rocrand, hiprand)
__GPURACE_SAME(rocrand_uniform, hiprand_uniform)
__GPURACE_SAME(rocrand_uniform4, hiprand_uniform4)
__GPURACE_SAME(rocrand_uniform_double, hiprand_uniform_double)
__GPURACE_SAME(rocrand_normal, hiprand_normal)
__GPURACE_SAME(rocrand_normal2, hiprand_normal2)
__GPURACE_SAME(rocrand_normal4, hiprand_normal4)
__GPURACE_SAME(rocrand_normal_double, hiprand_normal_double)
__GPURACE_SAME(rocrand_log_normal, hiprand_log_normal)
__GPURACE_SAME(rocrand_poisson, hiprand_poisson)
#undef __GPURACE_SAME
