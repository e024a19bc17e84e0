// Whose shared memory an address leads to is asked of the hardware.
// expect: inconclusive: the block whose shared memory an address leads to (test/kernels/cluster-rank-of-address.cu:8)
// launch: grid 4 block 64

__global__ void __cluster_dims__(2, 1, 1) ranked(unsigned *out) {
  __shared__ unsigned cell;
  unsigned rank;
  asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(&cell));
  out[blockIdx.x * 64 + threadIdx.x] = rank;
}
