// Both members of the struct are one buffer: thread 0 writes out[0] while thread 127 reads in[0], the same word.
// expect: racy line 9 with line 9
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
  Args args{a, a};
  reverse<<<1, 128>>>(args);
  return hipDeviceSynchronize();
}
