// The host rounds up to a power of two, in many steps: blocks are as long as the number of their threads all the same.
// expect: race-free
__global__ void addSums(const float *sums, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
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
  int length = n > 0 && (n & -n) == n ? n : roundUp(n);
  int block = roundUp(wanted) < length / 2 ? roundUp(wanted) : length / 2;
  dim3 grid(length / block);
  dim3 threads(block);
  addSums<<<grid, threads>>>(sums, out, n);
}
