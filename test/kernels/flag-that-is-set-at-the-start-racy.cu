// The flag is set before anybody comes.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/flag-that-is-set-at-the-start-racy.cu:14)
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
  cudaMemset(ready, 1, sizeof(int));
  hand<<<8, 32>>>(data, ready, out);
}
