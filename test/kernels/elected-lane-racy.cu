// One lane of a warp is elected to write; the lanes that read have not waited for it.
// expect: intra-warp-race line 13 with line 14
// launch: grid 4 block 64
__device__ bool elected() {
  unsigned isIt;
  asm volatile("{ .reg .pred p; .reg .b32 lane; elect.sync lane|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(isIt));
  return isIt;
}
__global__ void announce(const int *in, int *out) {
  __shared__ int first[2];
  int t = threadIdx.x, warp = t / 32;
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  if (elected()) first[warp] = in[blockIdx.x * 2 + warp];
  out[blockIdx.x * 64 + t] = first[warp];
}
