// Both are the address of one variable of the device.
// expect: intra-block-race line 6 with line 6
__device__ int table[64];
__device__ int other[64];
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  void *a, *b;
  cudaGetSymbolAddress(&a, table);
  cudaGetSymbolAddress(&b, table);
  reverse<<<1, 64>>>((int *)a, (int *)b);
}
