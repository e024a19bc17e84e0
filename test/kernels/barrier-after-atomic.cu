// The order of the atomics decides whether a thread comes to the barrier.
// expect: inconclusive: cannot show that all threads of the block reach this barrier together (test/kernels/barrier-after-atomic.cu:5)
// launch: grid 4 block 64
__global__ void half(int *count) {
  if (atomicAdd(count, 1) % 2 == 0) __syncthreads();
}
