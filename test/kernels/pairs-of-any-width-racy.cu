// Two elements for each thread, a stride apart: with six, low bits of its number are no part of it.
// expect: intra-warp-race line 10 with line 10
// expect: intra-warp-race line 11 with line 11
// launch: grid 2 block 32
// gpurace: assume stride == 6
__global__ void mark(int *data, int stride) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = thread & (stride - 1);
  const int first = 2 * (thread - low) + low;
  data[first] = thread;
  data[first + stride] = thread;
}
