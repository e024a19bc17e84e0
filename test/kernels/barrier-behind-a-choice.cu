// expect: race-free
// Whatever the order is, it is made one of two kinds, and both lead to the barrier.
#include <cuda_runtime.h>

enum class Kind { plain, bent };

struct Lens {
  int order;
  float terms[4];
};

__device__ Kind kindOf(const Lens &lens) {
  switch (lens.order) {
    case 0:
    case 1:
    case 2:
    case 3:
      return Kind::bent;
    default:
      return Kind::plain;
  }
}

__device__ float bend(const Lens &lens, float x) {
  switch (kindOf(lens)) {
    case Kind::plain:
      return x;
    case Kind::bent:
      return x * lens.terms[0];
  }
  __builtin_unreachable();
}

__global__ void sums(const float *__restrict__ in, float *__restrict__ out, long n, Lens lens) {
  __shared__ float all[256];
  long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
  float x = 0;
  if (i < n) x = bend(lens, in[i]);
  all[threadIdx.x] = x;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < blockDim.x; k++) x += all[k];
    out[blockIdx.x] = x;
  }
}

void launch(const float *in, float *out, long n, Lens lens) { sums<<<(n + 255) / 256, 256>>>(in, out, n, lens); }
