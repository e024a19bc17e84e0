// A table of functions that nobody writes: whichever is called, each thread writes its own element.
// expect: race-free
__device__ void one(int *p, int i) { p[i] = 1; }
__device__ void two(int *p, int i) { p[i] = 2; }
__constant__ void (*const table[2])(int *, int) = {one, two};
__global__ void write(int *p) { table[threadIdx.x % 2](p, blockIdx.x * blockDim.x + threadIdx.x); }
