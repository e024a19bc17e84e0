// The same load as an instruction of PTX.
// expect: intra-block-race line 6 with line 9
// launch: grid 1 block 64
__global__ void written(float *data, float *out) {
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  float x;
  asm("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(&data[63 - t]));
  out[t] = x;
}
