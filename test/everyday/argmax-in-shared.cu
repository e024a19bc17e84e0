// The place of the largest, with its value beside it.
// expect: race-free
// twin is a note
#include <cuda_runtime.h>

__global__ void argmax(const float *in, int *out, int n) {
  __shared__ float val[256];
  __shared__ int idx[256];
  int t = threadIdx.x;
  float best = -1e30f;
  int at = -1;
  for (int i = t; i < n; i += 256)
    if (in[blockIdx.x * n + i] > best) best = in[blockIdx.x * n + i], at = i;
  val[t] = best;
  idx[t] = at;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && val[t + s] > val[t]) {
      val[t] = val[t + s];
      idx[t] = idx[t + s];
    }
    __syncthreads(); // twin:
  }
  if (t == 0) out[blockIdx.x] = idx[0];
}

void run(const float *in, int *out, int rows, int n) { argmax<<<rows, 256>>>(in, out, n); }
