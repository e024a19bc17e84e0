// An address of shared memory that a loop moves on, as a number of 32 bits.
// expect: race-free
// launch: grid 4 block 64
__global__ void sums(const float *in, float *out) {
  __shared__ float tile[128];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 4 * threadIdx.x;
  for (int i = 0; i < 2; i++) {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at + 256 * i), "f"(in[blockIdx.x * 128 + i * 64 + threadIdx.x]) : "memory");
  }
  asm volatile("bar.sync 0;" ::: "memory");
  float sum = 0;
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  for (int i = 0; i < 128; i++) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(from) : "memory");
    sum += value;
    from += 4;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
