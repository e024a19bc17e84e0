// `repeated` calls what it is given, and that passes one buffer for both: thread 0 writes word 0, thread 63 reads it.
// expect: racy line 4 with line 4
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
  repeated(10, [=] { reverse<<<1, 64>>>(b, b); });
  return cudaDeviceSynchronize();
}
