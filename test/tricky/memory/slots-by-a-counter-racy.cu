// Two threads share a slot: those that drew 0 and 1 both write out[0].
// expect: racy line 8 with line 8
// launch: grid 2 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    int slot = atomicAdd(count, 1);
    out[slot / 2] = in[i];
  }
}
