// Rows of matrices that a warp loads and stores at once: a row is named by another lane than the one that wrote it. One warp does not
// wait for its lanes, one block not for its warp.
// race 1: intra-warp-race
// race 2: intra-block-race
#include <cstdint>
#include <cstdio>

__device__ uint32_t placeOf(const void *pointer) { return (uint32_t)__cvta_generic_to_shared(pointer); }

__device__ void fill(uint16_t (*tile)[8]) {
  for (int i = 0; i < 8; i++) tile[threadIdx.x][i] = 8 * threadIdx.x + i;
}

__global__ void loads(unsigned *out) {
  __shared__ alignas(16) uint16_t tile[32][8];
  int t = threadIdx.x;
  fill(tile);
  __syncwarp();
  unsigned r[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(placeOf(tile[31 - t]))
               : "memory");
  out[t] = (r[0] & 0xffff) + (r[3] >> 16);
}

__global__ void loadsTooEarly(unsigned *out) {
  __shared__ alignas(16) uint16_t tile[32][8];
  int t = threadIdx.x;
  fill(tile);
  __syncwarp();
  tile[t][0] = 8 * t;                                                                           // race 1
  unsigned r[4];
  uint32_t row = placeOf(tile[31 - t]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");          // race 1
  out[t] = (r[0] & 0xffff) + (r[3] >> 16);
}

__global__ void stores(unsigned *out) {
  __shared__ alignas(16) uint16_t tile[32][8];
  int t = threadIdx.x;
  if (t < 32) {
    unsigned pair = 2 * t | (2 * t + 1) << 16;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(placeOf(tile[t])), "r"(pair),
                 "r"(pair + 0x400040), "r"(pair + 0x800080), "r"(pair + 0xc000c0)
                 : "memory");
  }
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

__global__ void storesTooLate(unsigned *out) {
  __shared__ alignas(16) uint16_t tile[32][8];
  int t = threadIdx.x;
  if (t < 32) fill(tile);
  __syncthreads();
  if (t < 32) {
    unsigned pair = 2 * t | (2 * t + 1) << 16;
    uint32_t row = placeOf(tile[t]);
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
                 ::"r"(row), "r"(pair), "r"(pair + 0x400040) : "memory");                        // race 2
  }
  if (t >= 32) out[t] = tile[t - 32][1];                                                        // race 2
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  loads<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%u %u\n", out[0], out[31]);
  loadsTooEarly<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%u %u\n", out[0], out[31]);
  stores<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%u %u %u\n", out[0], out[31], out[63]);
  storesTooLate<<<1, 64>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%u %u %s\n", out[32], out[63], cudaGetErrorString(error));
}
// prints: 305 205
// prints: 305 205
// prints: 0 248 249
// prints: 1 249 no error
