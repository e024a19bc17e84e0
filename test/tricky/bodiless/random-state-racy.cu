// All threads draw from one state, which every draw changes: threads 0 and 1 both write states[0].
// expect: racy
// launch: grid 4 block 64
#include <curand_kernel.h>
__global__ void draw(curandState *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = curand_uniform(&states[0]);
}
