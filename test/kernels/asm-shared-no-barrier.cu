// The same without a barrier.
// expect: intra-block-race line 12 with line 16
// launch: grid 4 block 64
__device__ unsigned sharedAddress(const void *p) {
  unsigned address;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"(p));
  return address;
}
__global__ void sums(const float *in, float *out) {
  extern __shared__ float tile[];
  unsigned at = sharedAddress(tile + threadIdx.x);
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(in[blockIdx.x * 64 + threadIdx.x]) : "memory");
  float sum = 0;
  for (int i = 0; i < 64; i++) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(sharedAddress(tile + i)) : "memory");
    asm("add.f32 %0, %0, %1;" : "+f"(sum) : "f"(value));
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
