// expect: inter-block-race line 16 with line 16
// The rest is that of half the position: two threads have the same one.
#include <cstdint>
struct Divisor {
  uint32_t multiplier, shift, number;
};
__device__ uint32_t quotient(uint32_t n, Divisor by) {
  return (__umulhi(n, by.multiplier) + n) >> by.shift;
}
__global__ void unravelled(float *out, Divisor columns, uint32_t rows, uint32_t s1) {
  uint32_t at = blockDim.x * blockIdx.x + threadIdx.x;
  uint32_t half = at % (blockDim.x * gridDim.x / 2);
  uint32_t y = quotient(half, columns);
  uint32_t x = half - y * columns.number;
  if (y >= rows || x >= columns.number) return;
  out[size_t(y) * s1 + x] = at;
}
int main() {
  float *out;
  cudaMalloc(&out, 1 << 22);
  unravelled<<<64, 256>>>(out, {0, 6, 64}, 128, 64);
}
