// From the second round on the flag is set at the start: block 1 reads the data while block 0 writes it.
// expect: racy line 6 with line 13
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
  for (int round = 0; round < 10; round++) {
    hand<<<8, 32>>>(data, ready, out);
  }
  return cudaDeviceSynchronize();
}
