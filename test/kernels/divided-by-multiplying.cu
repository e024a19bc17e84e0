// expect: conditional: strided(out, s1, s2)
// expect: possible inter-block-race line 19 with line 19
// A division by a number of the launch is a product and a shift, which the host makes of it. What the two leave out of the position is
// what counts: with the quotient the same, the rest tells the position.
#include <cstdint>
struct Divisor {
  uint32_t multiplier, shift, number;
};
__device__ uint32_t quotient(uint32_t n, Divisor by) {
  return (__umulhi(n, by.multiplier) + n) >> by.shift;
}
__global__ void unravelled(float *out, const float *in, Divisor rows, Divisor columns, uint32_t planes, uint32_t s1, uint32_t s2) {
  uint32_t at = blockDim.x * blockIdx.x + threadIdx.x;
  uint32_t z = quotient(at, rows);
  uint32_t inPlane = at - z * rows.number;
  uint32_t y = quotient(inPlane, columns);
  uint32_t x = inPlane - y * columns.number;
  if (z >= planes || x >= columns.number) return;
  out[size_t(z) * s2 + size_t(y) * s1 + x] = in[at];
}
