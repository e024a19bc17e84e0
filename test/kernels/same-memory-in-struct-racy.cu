// Both members of the struct lead to one buffer.
// expect: intra-block-race line 8 with line 8
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
  reverse<<<1, 64>>>(Args{a, a});
}
