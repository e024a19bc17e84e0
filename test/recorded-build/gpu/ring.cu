// A ring of two tiles between a warp that fills them and one that reads them, with barriers in shared memory; one reader does not
// wait for the last tile.
// race 1: intra-block-race
#include <cstdint>
#include <cstdio>

__device__ uint32_t placeOf(const void *pointer) { return (uint32_t)__cvta_generic_to_shared(pointer); }

__device__ void make(uint64_t *barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(placeOf(barrier)), "r"(count) : "memory");
}

__device__ void arrive(uint64_t *barrier) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(placeOf(barrier)) : "memory");
}

__device__ void wait(uint64_t *barrier, int parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(placeOf(barrier)),
      "r"(parity)
      : "memory");
}

__global__ void ring(const int *in, int *out) {
  __shared__ int tile[2][32];
  __shared__ uint64_t full[2], empty[2];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  if (t < 2) {
    make(&full[t], 32);
    make(&empty[t], 32);
  }
  __syncthreads();
  for (int i = 0; i < 8; i++) {
    int stage = i % 2, parity = i / 2 % 2;
    if (t < 32) {
      wait(&empty[stage], parity ^ 1);
      tile[stage][lane] = in[32 * i + lane];
      arrive(&full[stage]);
    } else {
      wait(&full[stage], parity);
      sum += tile[stage][31 - lane];
      arrive(&empty[stage]);
    }
  }
  out[t] = sum;
}

__global__ void forgetsToWait(const int *in, int *out) {
  __shared__ int tile[2][32];
  __shared__ uint64_t full[2], empty[2];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  if (t < 2) {
    make(&full[t], 32);
    make(&empty[t], 32);
  }
  if (t < 32) tile[0][t] = tile[1][t] = 0;
  __syncthreads();
  for (int i = 0; i < 8; i++) {
    int stage = i % 2, parity = i / 2 % 2;
    if (t < 32) {
      wait(&empty[stage], parity ^ 1);
      tile[stage][lane] = in[32 * i + lane];            // race 1
      arrive(&full[stage]);
    } else {
      if (i < 7) wait(&full[stage], parity);
      int seen = tile[stage][31 - lane];                // race 1
      sum += i < 7 ? seen : seen < 0;
      if (i < 7) arrive(&empty[stage]);
    }
  }
  out[t] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 256; i++) in[i] = i;
  ring<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[32], out[63]);
  forgetsToWait<<<1, 64>>>(in, out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%d %d %s\n", out[32], out[63], cudaGetErrorString(error));
}
// prints: 1144 896
// prints: 889 672 no error
