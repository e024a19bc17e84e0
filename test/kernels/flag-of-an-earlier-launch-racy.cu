// The second launch finds the flag as the first has left it.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/flag-of-an-earlier-launch-racy.cu:14)
// expect: possible inter-block-race line 7 with line 14
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] += 1;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
int main() {
  int *data, *ready, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&ready, sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemset(ready, 0, sizeof(int));
  for (int i = 0; i < 2; i++) hand<<<8, 32>>>(data, ready, out);
}
