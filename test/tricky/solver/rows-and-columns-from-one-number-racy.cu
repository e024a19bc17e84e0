// The row's length is w where it has to be h: with w = 2 and h = 4, threads 1 and 4 both write out[2].
// expect: racy line 6 with line 6
// launch: grid 16 block 64
__global__ void transpose(const int *in, int *out, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) out[(i % w) * w + i / w] = in[i];
}
