// The host passes what the kernel calls unreachable.
// expect: inconclusive: not every thread of the launch satisfies: no thread gets here (the kernel tells the compiler so) (test/kernels/unreachable-contradicts.cu:4)
__global__ void scatter(int *a, unsigned n) {
  if (n < 64) __builtin_unreachable();
  a[threadIdx.x % n] = threadIdx.x;
}
void run(int *a) { scatter<<<1, 64>>>(a, 32); }
