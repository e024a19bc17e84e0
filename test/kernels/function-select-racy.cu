// Threads call different functions: an odd one's own element is an even one's next.
// expect: intra-warp-race line 4 with line 5
// launch: grid 2 block 64
__device__ void own(int *p, int i) { p[i] = i; }
__device__ void next(int *p, int i) { p[i + 1] = i; }
__global__ void write(int *p) {
  void (*write)(int *, int) = threadIdx.x % 2 ? own : next;
  write(p, blockIdx.x * blockDim.x + threadIdx.x);
}
