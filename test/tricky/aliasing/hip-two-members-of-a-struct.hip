// The members of the struct are two buffers.
// expect: race-free
#include <hip/hip_runtime.h>
struct Args {
  int *out;
  const int *in;
};
__global__ void reverse(Args args) {
  args.out[threadIdx.x] = args.in[127 - threadIdx.x];
}
int main() {
  int *a, *b;
  hipMalloc(&a, 128 * sizeof(int));
  hipMalloc(&b, 128 * sizeof(int));
  Args args{a, b};
  reverse<<<1, 128>>>(args);
  return hipDeviceSynchronize();
}
