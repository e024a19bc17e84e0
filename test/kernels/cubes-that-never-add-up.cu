// The threads write to one place only where two cubes are a third one, and no solver is known to say that they never are.
// expect: inconclusive: could not decide a: the solver answers only for an approximation of products (test/kernels/cubes-that-never-add-up.cu:6)
// launch: grid 1 block 64
__global__ void fill(int *a, long n, long m, long k) {
  if (n > 0 && m > 0 && k > 0)
    a[threadIdx.x * (n * n * n + m * m * m - k * k * k)] = threadIdx.x;
}
