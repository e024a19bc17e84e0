// How many bytes are filled is known when the kernel runs.
// expect: inconclusive: a memory fill of unknown place or length (test/kernels/memory-fill-open-length.cu:4)
// launch: grid 1 block 64
__global__ void fill(char *to, int bytes) { memset(to + bytes * threadIdx.x, 0, bytes); }
