// A copy that reads nothing fills its place with zeros, while another thread writes there.
// expect: racy
// launch: grid 1 block 128
#include "ptx.cuh"
__global__ void fill(const float4 *in, float4 *out, int n) {
  __shared__ float4 tile[128];
  int t = threadIdx.x;
  int bytes = t < n ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(shared_address(&tile[t])), "l"(&in[t]),
               "r"(bytes));
  cp_async_commit();
  if (t + 1 < 128 && t >= n) tile[t + 1] = make_float4(0, 0, 0, 0);
  cp_async_wait<0>();
  __syncthreads();
  out[t] = tile[127 - t];
}
