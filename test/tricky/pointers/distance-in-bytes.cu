// The distance from `b` to `a`, in bytes, leads back to `a`, where each thread writes its own word twice.
// expect: race-free
__global__ void mark(int *a, char *b) {
  long distance = reinterpret_cast<char *>(a) - b;
  int *same = reinterpret_cast<int *>(b + distance);
  a[threadIdx.x] = 1;
  same[threadIdx.x] = 2;
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  mark<<<1, 64>>>(all, (char *)(all + 64));
  return cudaDeviceSynchronize();
}
