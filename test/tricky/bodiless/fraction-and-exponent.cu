// Each thread's exponent goes to its own place.
// expect: race-free
// launch: grid 1 block 128
__global__ void split(float *a, int *exponent) {
  a[threadIdx.x] = frexpf(a[threadIdx.x], &exponent[threadIdx.x]);
}
