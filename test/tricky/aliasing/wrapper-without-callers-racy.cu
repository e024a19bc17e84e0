// A second wrapper reverses in place: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
extern "C" void reverse64(int *out, const int *in) { reverse<<<1, 64>>>(out, in); }
extern "C" void reverse64InPlace(int *data) { reverse<<<1, 64>>>(data, data); }
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  reverse64InPlace(a);
  return cudaDeviceSynchronize();
}
