// How many bytes are copied is known when the kernel runs.
// expect: inconclusive: a memory copy of unknown place or length (test/kernels/memory-copy-open-length.cu:5)
// launch: grid 1 block 64
__global__ void copy(char *to, const char *from, int bytes) {
  memcpy(to + bytes * threadIdx.x, from + bytes * threadIdx.x, bytes);
}
