// Each thread takes two places and uses both.
// expect: race-free
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = atomicAdd(count, 2);
  out[at] = in[i];
  out[at + 1] = -in[i];
}
