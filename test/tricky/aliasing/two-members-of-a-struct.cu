// The members of the struct are two buffers: what is read is never written.
// expect: race-free
struct Args {
  int *out;
  const int *in;
};
__global__ void reverse(Args args) {
  args.out[threadIdx.x] = args.in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  Args args{a, b};
  reverse<<<1, 64>>>(args);
  return cudaDeviceSynchronize();
}
