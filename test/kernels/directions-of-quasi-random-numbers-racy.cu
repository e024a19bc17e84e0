// expect: inter-block-race line 11 with line 12
// expect: inter-block-race line 12 with line 12
// The twin of directions-of-quasi-random-numbers.cu: the states of the second dimension lie over those of the first.
#include <curand.h>
#include <curand_kernel.h>

template <class State, class Directions>
__global__ void begin(State *states, const Directions *directions, unsigned draws) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned all = gridDim.x * blockDim.x;
  curand_init(directions[0], i * draws, &states[i]);
  curand_init(directions[1], i * draws, &states[i % blockDim.x]);
}

template <class State, class Directions>
bool beginAll(State *states, Directions *directions, unsigned draws) {
  curandDirectionVectors32_t *narrow;
  curandDirectionVectors64_t *wide;
  curandStatus_t first = curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  curandStatus_t second = curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
  if (first != CURAND_STATUS_SUCCESS || second != CURAND_STATUS_SUCCESS) return false;
  begin<<<64, 128>>>(states, directions, draws);
  return true;
}

template bool beginAll(curandStateSobol32_t *, curandDirectionVectors32_t *, unsigned);
