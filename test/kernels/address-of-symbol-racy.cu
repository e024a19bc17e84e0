// The kernel is passed the address of the variable that it also uses by name.
// expect: intra-block-race line 5 with line 5
__device__ int table[64];
__global__ void reverse(int *out) {
  out[threadIdx.x] = table[63 - threadIdx.x];
}
int main() {
  void *a;
  int *b;
  cudaMalloc(&b, 256);
  cudaGetSymbolAddress(&a, table);
  reverse<<<1, 64>>>((int *)a);
}
