// The scope of a block is enough in a launch of one block, and the second launch has two.
// expect: racy line 4 with line 4
__global__ void count(int *total) {
  atomicAdd_block(total, 1);
}
int main() {
  int *total;
  cudaMalloc(&total, sizeof(int));
  count<<<1, 64>>>(total);
  count<<<2, 32>>>(total);
  return cudaDeviceSynchronize();
}
