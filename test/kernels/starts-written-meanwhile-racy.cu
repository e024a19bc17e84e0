// What is stated of the starts is stated of those that the kernel finds: it writes others over them.
// assume: monotone(starts)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/starts-written-meanwhile-racy.cu:13)
// expect: possible inter-block-race line 13 with line 13
__device__ int starts[16 * 2];

__global__ void pack(const float *in, float *out, const int *given) {
  int part = blockIdx.x;
  int *own = starts + 2 * part;
  if (threadIdx.x < 2) own[threadIdx.x] = given[2 * part + threadIdx.x];
  __syncthreads();
  int place = own[0] + threadIdx.x;
  if (place < own[1]) out[place] = in[part * 256 + threadIdx.x];
}

void launch(const float *in, float *out, const int *given) { pack<<<16, 256>>>(in, out, given); }
