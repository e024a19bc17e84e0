// The exponents of threads 0 and 64 go to one place.
// expect: racy line 5 with line 5
// launch: grid 1 block 128
__global__ void split(float *a, int *exponent) {
  a[threadIdx.x] = frexpf(a[threadIdx.x], &exponent[threadIdx.x % 64]);
}
