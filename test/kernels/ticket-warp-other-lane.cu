// What lane 1 has is no ticket: only lane 0 took one.
// expect: inter-block-race line 9 with line 9
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int lane = threadIdx.x % 32;
  int base = 0;
  if (lane == 0) base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffffu, base, 1);
  out[base + lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
