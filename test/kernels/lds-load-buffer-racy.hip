// The next rows may land in LDS while others still read the last ones: nothing joins the threads before the load.
// launch: grid 8 block 256
// expect: async-copy-race line 12 with line 16
#include <hip/hip_runtime.h>

__global__ void __launch_bounds__(256) column_sums(float *in, float *__restrict__ out, int rows) {
  __shared__ float4 tile[256];
  int t = threadIdx.x;
  __amdgpu_buffer_rsrc_t matrix = __builtin_amdgcn_make_buffer_rsrc(in, 0, rows * 1024, 0x00020000);
  float sum = 0;
  for (int r = blockIdx.x * 4; r < rows; r += gridDim.x * 4) {
    __builtin_amdgcn_raw_ptr_buffer_load_lds(matrix, tile + t, 16, t * 16, r * 1024, 0, 0);
    __builtin_amdgcn_s_waitcnt(0x0f70);
    __syncthreads();
    for (int k = 0; k < 4; k++)
      sum += tile[k * 64 + t / 4].x;
  }
  out[blockIdx.x * 256 + t] = sum;
}
