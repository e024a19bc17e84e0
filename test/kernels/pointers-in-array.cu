// An array of the thread's own holds the two buffers; each thread keeps to its element of both.
// expect: race-free
__global__ void swap(int *a, int *b, bool turned) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *buffers[2] = {a, b};
  buffers[turned][i] = buffers[!turned][i];
}
