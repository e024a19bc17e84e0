// The data decide how deep the recursion goes.
// expect: inconclusive: recursion or calls deeper than 48 in visit (test/kernels/recursion.cu:6)
// launch: grid 1 block 64
__device__ void visit(int *a, const int *next, int i) {
  a[i] = 1;
  if (next[i] > 0) visit(a, next, i + 64);
}
__global__ void run(int *a, const int *next) { visit(a, next, threadIdx.x); }
