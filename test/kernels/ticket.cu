// Every thread writes to the place that its atomic addition returned: no two are the same.
// expect: race-free
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}
