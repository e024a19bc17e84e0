// The first half of the managed array is written by its name; the kernel is passed the second half.
// expect: race-free
__managed__ int field[128];
__global__ void reverse(const int *in) {
  field[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  reverse<<<1, 64>>>(field + 64);
  return cudaDeviceSynchronize();
}
