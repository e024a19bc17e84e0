// The last of many blocks adds up what the others wrote without a fence; to see it, all of them have to run. The line has
// another access of its kind, which every block comes to.
// expect: scoped-fence-race line 15 with line 18
#include <cuda_runtime.h>
__device__ unsigned arrived = 0;
__global__ void sum(const float *in, float *parts, float *out, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  int t = threadIdx.x;
  float own = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) own += in[i];
  s[t] = own;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) { parts[blockIdx.x] = s[0]; last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1; }
  __syncthreads();
  if (last && t == 0) {
    float all = in[0]; for (int i = 0; i < gridDim.x; i++) all += parts[i];
    *out = all;
  }
}
void launch(const float *in, float *parts, float *out, int n) { sum<<<96, 256>>>(in, parts, out, n); }
