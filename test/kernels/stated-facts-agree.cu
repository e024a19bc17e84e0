// Some launches meet both facts, and in these each thread has a place of its own.
// expect: race-free
// launch: grid 1 block 64

// gpurace: assume n > 63
// gpurace: assume n < 90
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
