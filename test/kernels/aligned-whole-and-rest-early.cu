// The rest is counted from one vector too early: however the pointer is aligned, the two meet.
// expect: inter-block-race line 9 with line 10
#include <cuda_runtime.h>
#include <cstdint>

__global__ void clear(float *rows, int vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *whole = reinterpret_cast<float4 *>((reinterpret_cast<uintptr_t>(rows) + 15) & ~uintptr_t(15));
  if (i < vectors) whole[i] = make_float4(0, 0, 0, 0);
  if (i < 3) rows[4 * vectors - 4 + i] = 1;
}

void clear_from(float *buffer, int first, int vectors) {
  clear<<<(vectors + 255) / 256, 256>>>(buffer + first, vectors);
}
