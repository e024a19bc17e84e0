// `repeated` calls what it is given, and that passes two buffers.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
template <class Step>
void repeated(int times, Step step) {
  for (int i = 0; i < times; i++) step();
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  repeated(10, [=] { reverse<<<1, 64>>>(b, a); });
  return cudaDeviceSynchronize();
}
