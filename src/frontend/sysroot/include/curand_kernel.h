// Random numbers on the device. The numbers are not the vendor's; what is kept is what matters to a race: every call
// reads and writes the state it is given, and nothing else.
#pragma once

// ---- states ---------------------------------------------------------------------------------------------------------------
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  float boxmuller_extra;
};
struct curandStateMRG32k3a {
  unsigned int d, v[5];
};
struct curandStatePhilox4_32_10 {
  unsigned int d, v[5];
};
struct curandStateSobol32 {
  unsigned int d, v[5];
};
struct curandStateSobol64 {
  unsigned int d, v[5];
};
struct curandStateScrambledSobol32 {
  unsigned int d, v[5];
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

// The Mersenne twister is one state for a whole block: each thread writes its own word of it, the first one the offset.
struct mtgp32_kernel_params {
  unsigned int pos_tbl[200];
};
typedef mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
  unsigned int s[1024];
  int offset;
  int pIdx;
  mtgp32_kernel_params *k;
};
typedef curandStateMtgp32 curandStateMtgp32_t;

// ---- the generator: xor-shift words and a Weyl counter ------------------------------------------------------------------------
namespace __gpurace {

template <class State>
__GPURACE_D void seed(State *state, unsigned long long number, unsigned long long sequence, unsigned long long offset) {
  unsigned int word = static_cast<unsigned int>(number) ^ static_cast<unsigned int>(number >> 32);
  state->d = word + static_cast<unsigned int>(offset);
  for (int i = 0; i < 5; i++) {
    word = word * 1664525u + 1013904223u + static_cast<unsigned int>(sequence);
    // The real one scrambles the words in place: what stands there in between is not what comes out.
    state->v[i] = __gpurace_unknown_i32();
    state->v[i] = word;
  }
}
template <class State>
__GPURACE_D unsigned int draw(State *state) {
  unsigned int t = state->v[0] ^ state->v[0] << 7;
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = t ^ t >> 9 ^ state->v[4];
  state->d += 362437u;
  return state->d + state->v[4];
}
__GPURACE_D unsigned int draw(curandStateMtgp32 *state) {
  unsigned int place = (state->offset + __gpurace::linear_thread()) & 1023;
  unsigned int word = state->s[place] * 1664525u + 1013904223u;
  state->s[(place + 351) & 1023] = word;
  __syncthreads();
  if (__gpurace::linear_thread() == 0)
    state->offset = (state->offset + static_cast<int>(__gpurace::block_threads())) & 1023;
  __syncthreads();
  return word;
}

}  // namespace __gpurace

template <class State>
__GPURACE_D void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, State *state) {
  __gpurace::seed(state, seed, sequence, offset);
}
template <class Vector, class State>
__GPURACE_D void curand_init(const Vector *vectors, unsigned int offset, State *state) {
  __gpurace::seed(state, vectors[0], 0, offset);
}
template <class Vector, class State>
__GPURACE_D void curand_init(const Vector *vectors, unsigned int scramble, unsigned int offset, State *state) {
  __gpurace::seed(state, vectors[0], scramble, offset);
}
template <class State>
__GPURACE_D void skipahead(unsigned long long n, State *state) {
  state->d += static_cast<unsigned int>(n);
}
template <class State>
__GPURACE_D void skipahead_sequence(unsigned long long n, State *state) {
  state->d += static_cast<unsigned int>(n);
}

// ---- distributions ------------------------------------------------------------------------------------------------------------
template <class State>
__GPURACE_D unsigned int curand(State *state) {
  return __gpurace::draw(state);
}
template <class State>
__GPURACE_D float curand_uniform(State *state) {
  return (static_cast<float>(__gpurace::draw(state)) + 1.0f) * 2.3283064e-10f;
}
template <class State>
__GPURACE_D double curand_uniform_double(State *state) {
  return (static_cast<double>(__gpurace::draw(state)) + 1.0) * 2.3283064365386963e-10;
}
template <class State>
__GPURACE_D float curand_normal(State *state) {
  float u = curand_uniform(state), v = curand_uniform(state);
  return __builtin_sqrtf(-2.0f * __builtin_logf(u)) * __builtin_cosf(6.2831853f * v);
}
template <class State>
__GPURACE_D double curand_normal_double(State *state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return __builtin_sqrt(-2.0 * __builtin_log(u)) * __builtin_cos(6.283185307179586 * v);
}
template <class State>
__GPURACE_D float curand_log_normal(State *state, float mean, float deviation) {
  return __builtin_expf(mean + deviation * curand_normal(state));
}
template <class State>
__GPURACE_D double curand_log_normal_double(State *state, double mean, double deviation) {
  return __builtin_exp(mean + deviation * curand_normal_double(state));
}
template <class State>
__GPURACE_D unsigned int curand_poisson(State *state, double mean) {
  return static_cast<unsigned int>(mean * curand_uniform_double(state));
}
template <class State>
__GPURACE_D uint4 curand4(State *state) {
  unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return make_uint4(x, y, z, w);
}
template <class State>
__GPURACE_D float4 curand_uniform4(State *state) {
  float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state), w = curand_uniform(state);
  return make_float4(x, y, z, w);
}
template <class State>
__GPURACE_D float2 curand_normal2(State *state) {
  float x = curand_normal(state), y = curand_normal(state);
  return make_float2(x, y);
}
template <class State>
__GPURACE_D double2 curand_uniform2_double(State *state) {
  double x = curand_uniform_double(state), y = curand_uniform_double(state);
  return make_double2(x, y);
}
template <class State>
__GPURACE_D float4 curand_normal4(State *state) {
  float x = curand_normal(state), y = curand_normal(state), z = curand_normal(state), w = curand_normal(state);
  return make_float4(x, y, z, w);
}
__GPURACE_D float curand_mtgp32_single(curandStateMtgp32_t *state) { return curand_uniform(state); }
__GPURACE_D unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
  unsigned int place = (state->offset + index) & 1023;
  unsigned int word = state->s[place] * 1664525u + 1013904223u;
  state->s[(place + 351) & 1023] = word;
  __syncthreads();
  if (index == 0) state->offset = (state->offset + n) & 1023;
  __syncthreads();
  return word;
}
