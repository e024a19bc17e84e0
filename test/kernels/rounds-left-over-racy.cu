// The same without the barrier behind the read: the next step of the round overwrites what is read.
// expect: possible intra-block-race line 11 with line 13
// expect: intra-block-race line 13 with line 19
// launch: grid 8 block 128
__global__ void share(float *out, const float *in, int steps) {
  __shared__ float s[128];
  int left = steps * (blockIdx.x + 1);
  float sum = 0;
  while (left > 0) {
    for (int i = 0; i < 4;) {
      s[threadIdx.x] = in[left + threadIdx.x];
      __syncthreads();
      sum += s[127 - threadIdx.x];
      i++;
      left--;
      if (left == 0) break;
    }
    if (left % 3 == 0) {
      s[threadIdx.x] = sum;
      __syncthreads();
      sum = s[threadIdx.x / 2];
      __syncthreads();
    }
  }
  out[128 * blockIdx.x + threadIdx.x] = sum;
}
