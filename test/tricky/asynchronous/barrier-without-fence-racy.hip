// The machine's barrier waits for threads; that their stores are there is another thing.
// expect: racy
// launch: grid 1 block 256
#include <hip/hip_runtime.h>
__global__ void reverse(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __builtin_amdgcn_s_barrier();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
