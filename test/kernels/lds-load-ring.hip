// Two stages in LDS: while one is read, the loads of the next are under way. The counter leaves just those.
// launch: grid 4 block 256
// expect: race-free
#include <hip/hip_runtime.h>

constexpr int WAVE = 64, TILE = 256;

__device__ void load_stage(const float *from, float *stage, int t) {
  float *part = stage + t / WAVE * WAVE;
  __builtin_amdgcn_global_load_lds(from + t, part, sizeof(float), 0, 0);
}

__global__ void __launch_bounds__(TILE) smooth(const float *__restrict__ in, float *__restrict__ out, int tiles) {
  __shared__ float stages[2][TILE];
  int t = threadIdx.x;
  const float *mine = in + blockIdx.x * TILE * tiles;
  float sum = 0;
  load_stage(mine, stages[0], t);
  for (int i = 0; i < tiles; i++) {
    if (i + 1 < tiles) {
      load_stage(mine + (i + 1) * TILE, stages[(i + 1) & 1], t);
      __builtin_amdgcn_s_waitcnt(0x0f71);
    } else
      __builtin_amdgcn_s_waitcnt(0x0f70);
    __syncthreads();
    sum += stages[i & 1][t ^ 1] + stages[i & 1][(t + WAVE) % TILE];
    __syncthreads();
  }
  out[blockIdx.x * TILE + t] = sum;
}
