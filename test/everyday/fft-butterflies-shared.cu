// A transform of 256 points in shared memory, stage by stage.
// expect: race-free
#include <cuda_runtime.h>

__global__ void fft256(float2 *data) {
  __shared__ float2 s[256];
  int t = threadIdx.x;
  float2 *mine = data + blockIdx.x * 256;
  s[__brev(t) >> 24] = mine[t];
  s[__brev(t + 128) >> 24] = mine[t + 128];
  __syncthreads();
  for (int half = 1; half < 256; half *= 2) {
    int pos = t % half, a = 2 * half * (t / half) + pos, b = a + half;
    float angle = -3.14159265f * pos / half;
    float2 w = make_float2(cosf(angle), sinf(angle));
    float2 x = s[a], y = make_float2(s[b].x * w.x - s[b].y * w.y, s[b].x * w.y + s[b].y * w.x);
    s[a] = make_float2(x.x + y.x, x.y + y.y);
    s[b] = make_float2(x.x - y.x, x.y - y.y);
    __syncthreads(); // twin:
  }
  mine[t] = s[t];
  mine[t + 128] = s[t + 128];
}

void run(float2 *data, int batch) { fft256<<<batch, 128>>>(data); }
