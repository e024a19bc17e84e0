// The comment is for the first launch; the second one passes 32, with which threads 0 and 32 both write a[0].
// expect: racy line 4 with line 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
void first(int *a, unsigned n) {
  // gpurace: assume n >= 64
  scatter<<<1, 64>>>(a, n);
}
void second(int *a) {
  scatter<<<1, 64>>>(a, 32);
}
