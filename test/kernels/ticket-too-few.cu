// Each thread takes one place and uses two.
// expect: inter-block-race line 8 with line 9
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = atomicAdd(count, 1);
  if (in[i] == 0) return;
  out[at] = in[i];
  out[at + 1] = -in[i];
}
