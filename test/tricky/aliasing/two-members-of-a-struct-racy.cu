// Both members of the struct are one buffer: thread 0 writes out[0] while thread 63 reads in[0], the same word.
// expect: racy line 8 with line 8
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
  Args args{a, a};
  reverse<<<1, 64>>>(args);
  return cudaDeviceSynchronize();
}
