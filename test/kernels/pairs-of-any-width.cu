// Two elements for each thread, a stride apart, which is a power of two.
// expect: race-free
// launch: grid 2 block 32
// gpurace: assume powerOfTwo(stride)
__global__ void mark(int *data, int stride) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = thread & (stride - 1);
  const int first = 2 * (thread - low) + low;
  data[first] = thread;
  data[first + stride] = thread;
}
