// Whatever the two members in managed memory are: each thread reads the word that it writes itself.
// expect: race-free
struct Args {
  int *out;
  const int *in;
};
__global__ void reverse(const Args *args) {
  args->out[threadIdx.x] = args->in[threadIdx.x];
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
