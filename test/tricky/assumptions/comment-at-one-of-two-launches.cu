// The comment is for the first launch; the second one passes 128.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
void first(int *a, unsigned n) {
  // gpurace: assume n >= 64
  scatter<<<1, 64>>>(a, n);
}
void second(int *a) {
  scatter<<<1, 64>>>(a, 128);
}
