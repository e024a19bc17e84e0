// Random numbers of threads with a state each, and of two blocks that have one state between them; bfloat16, parts of words, bits.
// race 1: inter-block-race
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cstdio>

__global__ void begin(curandState *states) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(7, i, 0, &states[i]);
}

__global__ void throwDice(curandState *states, int *inside) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState own = states[i];
  int hits = 0;
  for (int n = 0; n < 64; n++) {
    float x = curand_uniform(&own), y = curand_uniform(&own);
    hits += x * x + y * y <= 1.0f;
  }
  states[i] = own;
  atomicAdd(inside, hits);
}

__global__ void together(curandState *states, float *out) {
  if (threadIdx.x == 0) out[blockIdx.x] = curand_normal(&states[0]);  // race 1 race 1
}

__global__ void numbers(__nv_bfloat16 *sum, unsigned *bits, float *real) {
  atomicAdd(sum, __float2bfloat16(1.5f));
  if (threadIdx.x > 0) return;
  __nv_bfloat162 pair = __hfma2(__floats2bfloat162_rn(3.0f, 0.1f), __float2bfloat162_rn(2.0f), __float2bfloat162_rn(1.0f));
  real[0] = __low2float(pair);
  real[1] = __high2float(pair);
  real[2] = __half2float(hrsqrt(__float2half(16.0f)));
  real[3] = erfcinv(0.5);
  bits[0] = __vadd4(0x01ff7f80u, 0x01010101u);
  bits[1] = __fns(0xf0u, 0, 2);
  bits[2] = __hgt2_mask(__floats2half2_rn(1.0f, 2.0f), __floats2half2_rn(2.0f, 1.0f));
  bits[3] = __dp4a(0x01020304u, 0x02020202u, 5u);
  __shared__ int cell;
  bits[4] = __isShared(&cell) * 100 + __isGlobal(bits) * 10 + __isLocal(&pair);
}

int main() {
  curandState *states;
  float *out;
  int *inside;
  unsigned *bits;
  __nv_bfloat16 *sum;
  cudaMallocManaged(&states, 128 * sizeof(curandState));
  cudaMallocManaged(&out, 1000 * sizeof(float));
  cudaMallocManaged(&inside, sizeof(int));
  cudaMallocManaged(&bits, 5 * sizeof(unsigned));
  cudaMallocManaged(&sum, sizeof *sum);
  *inside = 0;
  *sum = __nv_bfloat16(0.0f);
  begin<<<2, 64>>>(states);
  throwDice<<<2, 64>>>(states, inside);
  together<<<2, 64>>>(states, out);
  numbers<<<1, 32>>>(sum, bits, out);
  cudaDeviceSynchronize();
  float pi = 4.0f * *inside / (128 * 64);
  printf("%s, %.1f\n", pi > 3.0f && pi < 3.3f ? "about pi" : "far from pi", __bfloat162float(*sum));
  printf("%.3f %.3f %.3f %.4f, %08x %u %08x %u %u\n", out[0], out[1], out[2], out[3], bits[0], bits[1], bits[2], bits[3], bits[4]);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 3);
  curandGenerateNormal(generator, out, 1000, 10.0f, 2.0f);
  float all = 0;
  for (int i = 0; i < 1000; i++) all += out[i];
  curandDestroyGenerator(generator);
  printf("%s\n", all > 9500 && all < 10500 ? "about ten" : "far from ten");
}
// prints: about pi, 48.0
// prints: 7.000 1.203 0.250 0.4769, 02008081 5 ffff0000 25 111
// prints: about ten
