// Kernels that start kernels are not followed.
// expect: inconclusive: a kernel that starts another one (test/kernels/starts-a-kernel.cu:6)
// launch: grid 1 block 32
__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void parent(int *p) {
  if (threadIdx.x == 0) child<<<1, 32>>>(p);
}
