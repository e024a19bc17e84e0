// The kernel is passed a buffer, and uses a variable by name.
// expect: race-free
__device__ int table[64];
__global__ void reverse(int *out) {
  out[threadIdx.x] = table[63 - threadIdx.x];
}
int main() {
  void *a;
  int *b;
  cudaMalloc(&b, 256);
  cudaGetSymbolAddress(&a, table);
  reverse<<<1, 64>>>(b);
}
