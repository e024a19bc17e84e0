// Random numbers of kernels, by Marsaglia's xorwow. They are as random as the toolkit's, and other ones.
#pragma once
#pragma GCC system_header
#include <math.h>

namespace gpurace {

// Its functions tell of no access: those that kernels call do, at the place of the call.
struct Random {
  unsigned d, v[5];
  float kept;
  bool hasKept;
  GPURACE_OUT unsigned next() {
    unsigned t = v[0] ^ v[0] >> 2;
    for (int i = 0; i < 4; i++) v[i] = v[i + 1];
    v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
    return v[4] + (d += 362437);
  }
  GPURACE_OUT void begin(unsigned long long seed, unsigned long long sequence, unsigned long long offset) {
    unsigned long long z = seed ^ sequence * 0x9e3779b97f4a7c15ull ^ offset * 0xd1342543de82ef95ull;
    for (unsigned &word : v) {
      z += 0x9e3779b97f4a7c15ull;
      unsigned long long x = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
      x = (x ^ x >> 27) * 0x94d049bb133111ebull;
      word = static_cast<unsigned>(x >> 32) | 1;
    }
    d = static_cast<unsigned>(z);
    kept = 0;
    hasKept = false;
    for (int i = 0; i < 8; i++) next();
  }
  // More than 0, up to 1.
  GPURACE_OUT float uniform() { return (static_cast<float>(next() >> 8) + 1.0f) / 16777216.0f; }
  GPURACE_OUT double uniformDouble() {
    unsigned long long high = next() >> 6, low = next() >> 5;
    return static_cast<double>((high << 27 | low) + 1) / 9007199254740992.0;
  }
  GPURACE_OUT float normal() {
    hasKept = !hasKept;
    if (!hasKept) return kept;
    double length = sqrt(-2.0 * log(uniformDouble())), angle = 6.283185307179586 * uniformDouble();
    kept = static_cast<float>(length * sin(angle));
    return static_cast<float>(length * cos(angle));
  }
  GPURACE_OUT double normalDouble() { return sqrt(-2.0 * log(uniformDouble())) * cos(6.283185307179586 * uniformDouble()); }
  GPURACE_OUT unsigned poisson(double mean) {
    if (mean > 500) return static_cast<unsigned>(fmax(0.0, floor(mean + sqrt(mean) * normalDouble() + 0.5)));
    double least = exp(-mean), product = uniformDouble();
    unsigned count = 0;
    for (; product > least; count++) product *= uniformDouble();
    return count;
  }
};

}  // namespace gpurace

struct curandStateXORWOW : gpurace::Random {};
struct curandStatePhilox4_32_10 : gpurace::Random {};
struct curandStateMRG32k3a : gpurace::Random {};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

template <class State>
inline GPURACE_OUT void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, State *state) {
  gpurace_record(state, sizeof *state, GPURACE_WRITE, 0, GPURACE_HERE);
  state->begin(seed, sequence, offset);
}
// A state is read and written, where the function is called.
#define GPURACE_RANDOM(NAME, T, EXPRESSION)                                  \
  template <class State>                                                     \
  inline GPURACE_OUT T NAME(State *state) {                                  \
    gpurace_record(state, sizeof *state, GPURACE_READ, 0, GPURACE_HERE);     \
    gpurace_record(state, sizeof *state, GPURACE_WRITE, 0, GPURACE_HERE);    \
    State &s = *state;                                                       \
    return EXPRESSION;                                                       \
  }
// Braces have an order, which arguments have not.
GPURACE_RANDOM(curand, unsigned, s.next())
GPURACE_RANDOM(curand4, uint4, (uint4{s.next(), s.next(), s.next(), s.next()}))
GPURACE_RANDOM(curand_uniform, float, s.uniform())
GPURACE_RANDOM(curand_uniform2, float2, (float2{s.uniform(), s.uniform()}))
GPURACE_RANDOM(curand_uniform4, float4, (float4{s.uniform(), s.uniform(), s.uniform(), s.uniform()}))
GPURACE_RANDOM(curand_uniform_double, double, s.uniformDouble())
GPURACE_RANDOM(curand_uniform2_double, double2, (double2{s.uniformDouble(), s.uniformDouble()}))
GPURACE_RANDOM(curand_normal, float, s.normal())
GPURACE_RANDOM(curand_normal2, float2, (float2{s.normal(), s.normal()}))
GPURACE_RANDOM(curand_normal4, float4, (float4{s.normal(), s.normal(), s.normal(), s.normal()}))
GPURACE_RANDOM(curand_normal_double, double, s.normalDouble())
GPURACE_RANDOM(curand_normal2_double, double2, (double2{s.normalDouble(), s.normalDouble()}))
#undef GPURACE_RANDOM
#define GPURACE_RANDOM_OF(NAME, PARAMETERS, T, EXPRESSION)                   \
  template <class State>                                                     \
  inline GPURACE_OUT T NAME PARAMETERS {                                     \
    gpurace_record(state, sizeof *state, GPURACE_READ, 0, GPURACE_HERE);     \
    gpurace_record(state, sizeof *state, GPURACE_WRITE, 0, GPURACE_HERE);    \
    State &s = *state;                                                       \
    return EXPRESSION;                                                       \
  }
GPURACE_RANDOM_OF(curand_log_normal, (State * state, float mean, float deviation), float, expf(mean + deviation * s.normal()))
GPURACE_RANDOM_OF(curand_log_normal_double, (State * state, double mean, double deviation), double, exp(mean + deviation * s.normalDouble()))
GPURACE_RANDOM_OF(curand_poisson, (State * state, double mean), unsigned, s.poisson(mean))
#undef GPURACE_RANDOM_OF
template <class State>
inline GPURACE_OUT void skipahead(unsigned long long count, State *state) {
  gpurace_record(state, sizeof *state, GPURACE_READ, 0, GPURACE_HERE);
  gpurace_record(state, sizeof *state, GPURACE_WRITE, 0, GPURACE_HERE);
  state->begin(state->next() | static_cast<unsigned long long>(state->next()) << 32, 0, count);
}
