// The pointer and a member of the struct, passed by their addresses, lead to one buffer.
// expect: intra-block-race line 9 with line 9
struct Args {
  long count;
  int *out;
  const int *in;
};
__global__ void reverse(int *out, Args args) {
  out[threadIdx.x] = args.in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  Args args = {64, nullptr, a};
  void *values[] = {&a, &args};
  cudaLaunchKernel(reverse, dim3(1), dim3(64), values);
}
