// Rows of two parts, one of three elements and one that an argument counts: both fit where a row is as long as the two together.
// expect: conditional: width >= extras + 3
// expect: possible intra-block-race line 16 with line 16
// expect: possible intra-block-race line 16 with line 20
// expect: possible intra-block-race line 20 with line 20
#include <cuda_runtime.h>

__global__ void pack_rows(const float *colors, const float *extra, float *out, unsigned n, unsigned extras,
                          unsigned width) {
  extern __shared__ float tile[];
  const unsigned first = blockIdx.x * 64;
  if (first >= n) return;
  const unsigned rows = n - first < 64 ? n - first : 64;
  for (unsigned i = threadIdx.x; i < rows * extras; i += blockDim.x) {
    const unsigned row = i / extras;
    tile[row * width + 3 + i % extras] = extra[first * extras + i];
  }
  for (unsigned i = threadIdx.x; i < rows; i += blockDim.x) {
    for (unsigned c = 0; c < 3; c++) {
      tile[i * width + c] = colors[(first + i) * 3 + c];
    }
  }
  __syncthreads();
  const size_t base = ((size_t)blockIdx.y * n + first) * width;
  for (unsigned i = threadIdx.x; i < rows * width; i += blockDim.x) out[base + i] = tile[i];
}
