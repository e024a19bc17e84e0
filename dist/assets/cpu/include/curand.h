// Random numbers of the host: whole arrays at once.
#pragma once
#pragma GCC system_header
#include <curand_kernel.h>

enum curandStatus_t { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_NOT_INITIALIZED = 101, CURAND_STATUS_OUT_OF_RANGE = 104, CURAND_STATUS_TYPE_ERROR = 103 };
typedef curandStatus_t curandStatus;
enum curandRngType_t {
  CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201
};
typedef curandRngType_t curandRngType;
enum curandOrdering_t { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_QUASI_DEFAULT = 201 };
struct curandGenerator_st {
  unsigned long long seed, offset;
  gpurace::Random random;
};
typedef curandGenerator_st *curandGenerator_t;

inline curandStatus_t gpurace_restart(curandGenerator_t generator) {
  generator->random.begin(generator->seed, 0, generator->offset);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t) {
  *generator = new curandGenerator_st();
  return gpurace_restart(*generator);
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) { return curandCreateGenerator(generator, type); }
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  generator->seed = seed;
  return gpurace_restart(generator);
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->offset = offset;
  return gpurace_restart(generator);
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGenerateSeeds(curandGenerator_t) { return CURAND_STATUS_SUCCESS; }
#define GPURACE_GENERATE(NAME, T, EXPRESSION)                                                \
  inline curandStatus_t NAME(curandGenerator_t generator, T *to, size_t count) {             \
    for (size_t i = 0; i < count; i++) to[i] = generator->random.EXPRESSION;                 \
    return CURAND_STATUS_SUCCESS;                                                            \
  }
GPURACE_GENERATE(curandGenerate, unsigned, next())
GPURACE_GENERATE(curandGenerateUniform, float, uniform())
GPURACE_GENERATE(curandGenerateUniformDouble, double, uniformDouble())
#undef GPURACE_GENERATE
#define GPURACE_GENERATE(NAME, T, EXPRESSION)                                                \
  inline curandStatus_t NAME(curandGenerator_t generator, T *to, size_t count, T mean, T deviation) { \
    for (size_t i = 0; i < count; i++) to[i] = EXPRESSION;                                   \
    return CURAND_STATUS_SUCCESS;                                                            \
  }
GPURACE_GENERATE(curandGenerateNormal, float, mean + deviation * generator->random.normal())
GPURACE_GENERATE(curandGenerateNormalDouble, double, mean + deviation * generator->random.normalDouble())
GPURACE_GENERATE(curandGenerateLogNormal, float, expf(mean + deviation * generator->random.normal()))
GPURACE_GENERATE(curandGenerateLogNormalDouble, double, exp(mean + deviation * generator->random.normalDouble()))
#undef GPURACE_GENERATE
inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *to, size_t count, double mean) {
  for (size_t i = 0; i < count; i++) to[i] = generator->random.poisson(mean);
  return CURAND_STATUS_SUCCESS;
}
