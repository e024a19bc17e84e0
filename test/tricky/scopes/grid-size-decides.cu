// The scope of a block is enough in launches of one block.
// expect: race-free
__global__ void count(int *total) {
  atomicAdd_block(total, 1);
}
int main() {
  int *total;
  cudaMalloc(&total, sizeof(int));
  count<<<1, 64>>>(total);
  count<<<1, 128>>>(total);
  return cudaDeviceSynchronize();
}
