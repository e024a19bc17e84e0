// The comment says what the host passes.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
void run(int *a) {
  // gpurace: assume n == 64
  scatter<<<1, 64>>>(a, 64);
}
