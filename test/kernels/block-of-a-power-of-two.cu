// The same transform where the launch is stated to have a power of two of threads.
// expect: race-free
// gpurace: assume powerOfTwo(blockDim.x)
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
