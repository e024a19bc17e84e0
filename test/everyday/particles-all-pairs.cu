// All bodies go past in tiles.
// expect: race-free
#include <cuda_runtime.h>

__global__ void forces(const float4 *pos, float4 *acc, int n) {
  extern __shared__ float4 shPosition[];
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 mine = pos[gtid];
  float ax = 0, ay = 0, az = 0;
  for (int i = 0, tile = 0; i < n; i += blockDim.x, tile++) {
    shPosition[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float4 other = shPosition[j];
      float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = other.w * inv * inv * inv;
      ax += dx * s; ay += dy * s; az += dz * s;
    }
    __syncthreads(); // twin:
  }
  acc[gtid] = make_float4(ax, ay, az, 0);
}

void run(const float4 *pos, float4 *acc, int n) { forces<<<n / 256, 256, 256 * sizeof(float4)>>>(pos, acc, n); }
