// The struct's member is one buffer, the plain parameter another one.
// expect: race-free
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
  reverse<<<1, 64>>>(Target{b, 64}, a);
  return cudaDeviceSynchronize();
}
