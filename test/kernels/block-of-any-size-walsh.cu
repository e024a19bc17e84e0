// A Walsh transform, from the longest stride down: halves of a power of two are powers of two, those of other sizes are none.
// expect: conditional: powerOfTwo(blockDim.x)
// expect: possible intra-block-race line 13 with line 14
// expect: possible intra-block-race line 13 with line 15
// expect: possible intra-block-race line 14 with line 14
// expect: possible intra-block-race line 15 with line 15
__global__ void transform(float *a) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int stride = blockDim.x; stride >= 1; stride >>= 1) {
    __syncthreads();
    int low = t & (stride - 1), at = ((t - low) << 1) + low;
    float x = s[at], y = s[at + stride];
    s[at] = x + y;
    s[at + stride] = x - y;
  }
}
