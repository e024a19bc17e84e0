// The second part of a row begins one element too early: it overlaps with the first one, however long the rows are.
// expect: intra-block-race line 13 with line 17
#include <cuda_runtime.h>

__global__ void pack_rows(const float *colors, const float *extra, float *out, unsigned n, unsigned extras,
                          unsigned width) {
  extern __shared__ float tile[];
  const unsigned first = blockIdx.x * 64;
  if (first >= n) return;
  const unsigned rows = n - first < 64 ? n - first : 64;
  for (unsigned i = threadIdx.x; i < rows * extras; i += blockDim.x) {
    const unsigned row = i / extras;
    tile[row * width + 2 + i % extras] = extra[first * extras + i];
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

void launch(const float *colors, const float *extra, float *out, unsigned n, unsigned extras) {
  pack_rows<<<dim3((n + 63) / 64, 4), 256, 64 * (extras + 3) * sizeof(float)>>>(colors, extra, out, n, extras, extras + 3);
}
