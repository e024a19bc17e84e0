// A cube grows with its root, which the solver is not told: products are only approximated.
// expect: inconclusive: could not decide a: the solver answers only for an approximation of products (test/kernels/cube.cu:6)
// launch: grid 4 block 64
__global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * i * i + i] = i;
}
