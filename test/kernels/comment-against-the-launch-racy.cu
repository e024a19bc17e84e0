// The comment says 64, and the host passes 32.
// expect: intra-block-race line 4 with line 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
void run(int *a) {
  // gpurace: assume n == 64
  scatter<<<1, 64>>>(a, 32);
}
