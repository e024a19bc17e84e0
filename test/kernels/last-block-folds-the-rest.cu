// The last block folds the elements behind the largest power of two that it has by itself. Which power that is, a loop finds out; of the
// places in question the solver has to know which numbers are powers. Others write every 64th element, or fewer.
// expect: conditional: n >= 1; step >= n; gridDim.x <= 65535
// expect: possible inter-block-race line 13 with line 13
// expect: possible inter-block-race line 13 with line 24
// expect: possible inter-block-race line 13 with line 25
__global__ void fold(float *v, int n, int step) {
  int size = 64 - (64 * gridDim.x - n);
  int most = 0;
  for (int k = 2; k <= 64; k *= 2)
    if (k <= size) most = k;
  if (blockIdx.x + 1 < gridDim.x) {
    if (threadIdx.x == 0) v[64 * step * blockIdx.x] = 0;
    return;
  }
  __shared__ float part[64];
  part[threadIdx.x] = threadIdx.x;
  for (int k = 2; k <= most; k *= 2) {
    __syncthreads();
    if (threadIdx.x % k == 0) part[threadIdx.x] += part[threadIdx.x + k / 2];
  }
  if (threadIdx.x == 0) {
    float rest = part[0];
    for (int k = most; k < size; k++) rest += v[64 * blockIdx.x + k];
    v[64 * step * blockIdx.x] = rest;
  }
}
void launch(float *v, int blocks, int n, int step) { fold<<<blocks, 64>>>(v, n, step); }
