// The same, called with a pointer one element behind the start of its memory: the last vector holds the first of the rest.
// expect: inter-block-race line 9 with line 10
#include <cuda_runtime.h>
#include <cstdint>

__global__ void clear(float *rows, int vectors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *whole = reinterpret_cast<float4 *>((reinterpret_cast<uintptr_t>(rows) + 15) & ~uintptr_t(15));
  if (i < vectors) whole[i] = make_float4(0, 0, 0, 0);
  if (i < 3) rows[4 * vectors + i] = 1;
}

void clear_from(float *buffer, int vectors) {
  clear<<<(vectors + 255) / 256, 256>>>(buffer + 1, vectors);
}
