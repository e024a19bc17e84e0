// A scan up and down a tree, with places left out so that no banks are hit twice, in blocks of any size: every size is gone through.
// expect: race-free
__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float tmp[];
  int t = threadIdx.x, base = 2 * blockDim.x * blockIdx.x;
  tmp[t + (t >> 4)] = in[base + t];
  tmp[t + blockDim.x + ((t + blockDim.x) >> 4)] = in[base + t + blockDim.x];
  int stride = 1;
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int i = __mul24(__mul24(2, stride), t);
      int a = i + stride - 1, b = a + stride;
      a += a >> 4;
      b += b >> 4;
      tmp[b] += tmp[a];
    }
    stride *= 2;
  }
  if (t == 0) {
    int last = 2 * blockDim.x - 1;
    tmp[last + (last >> 4)] = 0;
  }
  for (int d = 1; d <= blockDim.x; d *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < d) {
      int i = __mul24(__mul24(2, stride), t);
      int a = i + stride - 1, b = a + stride;
      a += a >> 4;
      b += b >> 4;
      float x = tmp[a];
      tmp[a] = tmp[b];
      tmp[b] += x;
    }
  }
  __syncthreads();
  out[base + t] = tmp[t + (t >> 4)];
  out[base + t + blockDim.x] = tmp[t + blockDim.x + ((t + blockDim.x) >> 4)];
}
void scan_rows(float *out, const float *in, int n, int threads, int blocks) { scan<<<blocks, threads, 3 * threads * sizeof(float)>>>(out, in, n); }
