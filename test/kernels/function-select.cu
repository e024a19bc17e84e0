// Which function is called is the same for all threads, and each keeps to its own element.
// expect: race-free
__device__ void own(int *p, int i) { p[i] = i; }
__device__ void next(int *p, int i) { p[i + 1] = i; }
__global__ void write(int *p, bool up) {
  void (*write)(int *, int) = up ? next : own;
  write(p, blockIdx.x * blockDim.x + threadIdx.x);
}
