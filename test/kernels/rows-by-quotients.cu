// expect: conditional: strided(out, s1, s2, s3)
// expect: possible inter-block-race line 24 with line 24
// Positions are taken apart by a number of the launch, of which the host has made a multiplier and a shift, and what comes of it is handed on as
// signed numbers: as indices they stay in range.
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

__global__ void gather(float *out, const float *in, long long length, long long rows, Divisor planes, size_t s1, size_t s2, size_t s3) {
  for (long long z = blockIdx.z; z < rows * (long long)planes.number; z += gridDim.z) {
    Position at = apart((unsigned)z, planes);
    int row = at.quotient, plane = at.rest;
    float *to = out + blockIdx.x * s1 + row * s2 + plane * s3;
    long long first = blockIdx.y * blockDim.x + threadIdx.x;
    for (long long i = first; i < length; i += gridDim.y * blockDim.x)
      to[i] = in[z * length + i];
  }
}
