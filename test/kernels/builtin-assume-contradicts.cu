// The kernel lets the compiler assume what the host does not keep.
// expect: inconclusive: not every thread of the launch satisfies: what the kernel assumes (the kernel tells the compiler so) (test/kernels/builtin-assume-contradicts.cu:4)
__global__ void scatter(int *a, int n) {
  __builtin_assume(n < 0);
  a[threadIdx.x % 32] = n;
}
void run(int *a) { scatter<<<1, 64>>>(a, 7); }
