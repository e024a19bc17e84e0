// The barrier stands before the last store: the loop that moves an address through shared memory meets it.
// expect: intra-block-race line 8 with line 13
// launch: grid 1 block 64
__global__ void sums(float *out) {
  __shared__ float tile[128];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 4 * threadIdx.x;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("st.shared.f32 [%0+256], %1;" ::"r"(at), "f"(1.0f) : "memory");
  float sum = 0;
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  for (int i = 0; i < 128; i++) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(from) : "memory");
    sum += value;
    from += 4;
  }
  out[threadIdx.x] = sum;
}
