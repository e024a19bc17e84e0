// The managed array is passed to the kernel that writes it by its name: thread 0 writes field[0], thread 63 reads it.
// expect: racy line 5 with line 5
__managed__ int field[128];
__global__ void reverse(const int *in) {
  field[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  reverse<<<1, 64>>>(field);
  return cudaDeviceSynchronize();
}
