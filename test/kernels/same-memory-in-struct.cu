// Each member of the struct leads to a buffer of its own.
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
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  reverse<<<1, 64>>>(Args{a, b});
}
