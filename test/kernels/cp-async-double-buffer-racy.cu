// Two buffers in turns, in PTX: the wait leaves both groups under way.
// expect: async-copy-race line 14 with line 33
// expect: async-copy-race line 9 with line 14
// expect: async-copy-race line 9 with line 33
// expect: async-copy-race line 9 with line 9
// launch: grid 1 block 64
__device__ void copy(void *to, const void *from) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(at), "l"(from), "n"(16));
}
__device__ void copy_or_zero(void *to, const void *from, bool isThere) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  int bytes = isThere ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;\n" ::"r"(at), "l"(from), "n"(16), "r"(bytes));
}
__device__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ void wait() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

__global__ void double_buffer(const float4 *in, float4 *out, int n) {
  __shared__ float4 tile[2][64];
  int t = threadIdx.x;
  copy_or_zero(&tile[0][t], &in[t], n > 0);
  commit();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) copy(&tile[(k + 1) & 1][t], &in[(k + 1) * 64 + t]);
    commit();
    wait<2>();
    __syncthreads();
    sum += tile[k & 1][63 - t].x;
    __syncthreads();
  }
  out[t].x = sum;
}
