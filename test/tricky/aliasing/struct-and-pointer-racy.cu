// The struct's member and the plain parameter are one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 8 with line 8
struct Target {
  int *data;
  int size;
};
__global__ void reverse(Target out, const int *in) {
  if (threadIdx.x < out.size) out.data[threadIdx.x] = in[out.size - 1 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  reverse<<<1, 64>>>(Target{b, 64}, b);
  return cudaDeviceSynchronize();
}
