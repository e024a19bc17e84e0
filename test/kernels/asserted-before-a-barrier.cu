// Who breaks an assertion ends the kernel: nobody waits for that thread at the barrier behind it.
// expect: race-free
#include <cassert>

__global__ __launch_bounds__(256) void reversed(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float tile[256];
  const int at = blockIdx.x * 256 + threadIdx.x;
  if (at < n) {
    assert(in[at] > 0.f);
    tile[threadIdx.x] = in[at];
  }
  __syncthreads();
  if (at < n) out[at] = tile[255 - threadIdx.x];
}

void run(const float *host, int n) {
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  reversed<<<(n + 255) / 256, 256>>>(in, out, n);
}
