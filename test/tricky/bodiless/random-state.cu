// Each thread draws from a state of its own.
// expect: race-free
// launch: grid 4 block 64
#include <curand_kernel.h>
__global__ void draw(curandState *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = curand_uniform(&states[i]);
}
