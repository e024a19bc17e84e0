// Every thread writes to the place that its atomic addition in inline PTX returned.
// expect: race-free
// launch: grid 4 block 64
__device__ int ticket(int *counter) {
  int old;
  asm volatile("atom.add.relaxed.gpu.global.s32 %0, [%1], 1;" : "=r"(old) : "l"(counter) : "memory");
  return old;
}
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) out[ticket(count)] = in[i];
}
