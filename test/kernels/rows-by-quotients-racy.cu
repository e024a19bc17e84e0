// expect: inter-block-race line 20 with line 20
// The rest is of half the position: two of them have the same row and plane.
struct Divisor {
  unsigned multiplier, shift, number;
};
struct Position {
  unsigned quotient, rest;
};

__device__ Position apart(unsigned n, Divisor by) {
  unsigned quotient = (__umulhi(n, by.multiplier) + n) >> by.shift;
  return {quotient, n - quotient * by.number};
}

__global__ void gather(float *out, unsigned length, unsigned rows, Divisor planes, size_t s1, size_t s2) {
  for (unsigned z = blockIdx.z; z < rows * planes.number; z += gridDim.z) {
    Position at = apart(z / 2, planes);
    int row = at.quotient, plane = at.rest;
    for (unsigned i = threadIdx.x; i < length; i += blockDim.x)
      out[row * s1 + plane * s2 + i] = z;
  }
}

void gatherAll(float *out) { gather<<<dim3(1, 1, 64), 256>>>(out, 256, 16, Divisor{0, 3, 8}, 2048, 256); }
