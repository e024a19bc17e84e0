// Whole vectors from the next multiple of 16 bytes on, and the rest counted from the pointer: right if the pointer is one itself.
// expect: conditional: aligned(rows, 16)
// expect: possible inter-block-race line 10 with line 11
#include <cuda_runtime.h>
#include <cstdint>

__global__ void clear(float *rows, int vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *whole = reinterpret_cast<float4 *>((reinterpret_cast<uintptr_t>(rows) + 15) & ~uintptr_t(15));
  if (i < vectors) whole[i] = make_float4(0, 0, 0, 0);
  if (i < 3) rows[4 * vectors + i] = 1;
}

void clear_from(float *buffer, int first, int vectors) {
  clear<<<(vectors + 255) / 256, 256>>>(buffer + first, vectors);
}
