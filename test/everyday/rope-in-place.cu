// Pairs of a head are turned in place: both halves of a pair belong to one thread.
// expect: race-free
#include <cuda_runtime.h>

__global__ void rope(float *q, const float *freqs, int heads, int headDim) {
  int token = blockIdx.x;
  int half = headDim / 2;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    int h = i / half, d = i % half;
    float *base = q + ((long)token * heads + h) * headDim;
    float c = cosf(freqs[token * half + d]), s = sinf(freqs[token * half + d]);
    float a = base[d], b = base[d + half]; // twin: float a = base[d], b = base[d + 1];
    base[d] = a * c - b * s;
    base[d + half] = a * s + b * c;
  }
}

void run(float *q, const float *freqs, int tokens, int heads) { rope<<<tokens, 128>>>(q, freqs, heads, 64); }
