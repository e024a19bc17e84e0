// A descriptor says where the matrices are that are multiplied, and how they lie: that is not followed.
// expect: inconclusive: shared memory that wgmma reads: a descriptor leads to it (test/kernels/wgmma.cu:15)
// launch: grid 4 block 128
#include <cstdint>

__global__ void multiply(const float *in, float *out) {
  __shared__ alignas(128) float tile[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128) tile[i] = in[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  uint64_t matrix = (uint64_t)((uint32_t)__cvta_generic_to_shared(tile) >> 4) | 1ull << 62;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(matrix), "l"(matrix));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(0) : "memory");
  out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
}
