// Both members of the struct in managed memory are one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 8 with line 8
struct Args {
  int *out;
  const int *in;
};
__global__ void reverse(const Args *args) {
  args->out[threadIdx.x] = args->in[63 - threadIdx.x];
}
int main() {
  Args *args;
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMallocManaged(&args, sizeof(Args));
  args->out = a;
  args->in = a;
  reverse<<<1, 64>>>(args);
  return cudaDeviceSynchronize();
}
