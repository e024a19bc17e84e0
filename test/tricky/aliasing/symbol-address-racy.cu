// `in` is the address of the array that the kernel writes by its name: thread 0 writes table[0], thread 63 reads it.
// expect: racy line 5 with line 5
__device__ int table[64];
__global__ void reverse(const int *in) {
  table[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *in;
  cudaGetSymbolAddress((void **)&in, table);
  reverse<<<1, 64>>>(in);
  return cudaDeviceSynchronize();
}
