// The function allocates once and gives the same memory to everybody: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static int *scratch() {
  static int *memory = nullptr;
  if (memory == nullptr) cudaMalloc(&memory, 64 * sizeof(int));
  return memory;
}
int main() {
  int *out = scratch();
  int *in = scratch();
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
