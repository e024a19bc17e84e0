// The host rounds up to a power of two, in many steps, and a block begins in the middle of the one before.
// expect: inter-block-race line 5 with line 5
__global__ void addSums(const float *sums, float *out, int n) {
  int i = blockIdx.x * (blockDim.x / 2) + threadIdx.x;
  if (i < n) out[i] += sums[blockIdx.x];
}
int roundUp(int n) {
  n--;
  n |= n >> 1;
  n |= n >> 2;
  n |= n >> 4;
  n |= n >> 8;
  n |= n >> 16;
  return n + 1;
}
void run(const float *sums, float *out, int n, int wanted) {
  int block = roundUp(wanted);
  addSums<<<n / block, block>>>(sums, out, n);
}
