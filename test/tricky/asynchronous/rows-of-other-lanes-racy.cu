// Each lane waits for its own copies; the rows that it reads were copied by others.
// expect: racy
// launch: grid 1 block 32
#include "ptx.cuh"
__global__ void rows(const float4 *in, uint32_t *out) {
  __shared__ float4 tile[32];
  int lane = threadIdx.x;
  cp_async16(&tile[lane], &in[lane]);
  cp_async_commit();
  cp_async_wait<0>();
  uint32_t a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(shared_address(&tile[lane ^ 1])));
  out[lane] = a + b + c + d;
}
