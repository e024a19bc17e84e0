// A product of matrices by a warp, whose result another warp reads: after the block's barrier, and once before it.
// race 1: intra-block-race
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__device__ void product(const half (*a)[16], const half (*b)[16], wmma::fragment<wmma::accumulator, 16, 16, 16, float> &sum) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::load_matrix_sync(left, &a[0][0], 16);
  wmma::load_matrix_sync(right, &b[0][0], 16);
  wmma::fill_fragment(sum, 0.0f);
  wmma::mma_sync(sum, left, right, sum);
}

__device__ void fill(half (*a)[16], half (*b)[16]) {
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    a[i / 16][i % 16] = __int2half_rn(i / 16);
    b[i / 16][i % 16] = __int2half_rn(i / 16 == i % 16);
  }
}

__global__ void multiplies(float *out) {
  __shared__ alignas(32) half a[16][16], b[16][16];
  __shared__ alignas(32) float c[16][16];
  int t = threadIdx.x;
  fill(a, b);
  __syncthreads();
  if (t < 32) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    product(a, b, sum);
    wmma::store_matrix_sync(&c[0][0], sum, 16, wmma::mem_row_major);
  }
  __syncthreads();
  out[t] = c[t / 4][t % 16];
}

__global__ void readsTooEarly(float *out) {
  __shared__ alignas(32) half a[16][16], b[16][16];
  __shared__ alignas(32) float c[16][16];
  int t = threadIdx.x;
  fill(a, b);
  for (int i = t; i < 256; i += 64) c[i / 16][i % 16] = i / 16;
  __syncthreads();
  if (t < 32) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    product(a, b, sum);
    wmma::store_matrix_sync(&c[0][0], sum, 16, wmma::mem_row_major);  // race 1
  } else {
    out[t] = c[t / 4][t % 16];                                        // race 1
  }
  __syncthreads();
  if (t < 32) out[t] = c[t / 4][t % 16];
}

int main() {
  float *out;
  cudaMallocManaged(&out, 64 * sizeof(float));
  multiplies<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%.0f %.0f %.0f\n", out[0], out[32], out[63]);
  readsTooEarly<<<1, 64>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%.0f %.0f %.0f %s\n", out[31], out[32], out[63], cudaGetErrorString(error));
}
// prints: 0 8 15
// prints: 7 8 15 no error
