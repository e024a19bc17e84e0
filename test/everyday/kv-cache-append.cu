// Each token has a slot of the cache, as the scheduler of the server has given it out; those without one have -1.
// expect: conditional: distinct(slotMapping)
// twin is a note
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void reshapeAndCache(const float *key, float *keyCache, const int64_t *slotMapping, int keyStride, int heads, int headSize, int blockSize) {
  const int64_t token = blockIdx.x;
  const int64_t slot = slotMapping[token];
  if (slot < 0) return;
  const int64_t block = slot / blockSize, offset = slot % blockSize; // twin: const int64_t block = 0, offset = token % 4;
  const int n = heads * headSize;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    keyCache[(block * blockSize + offset) * n + i] = key[token * keyStride + i]; // twin:     keyCache[(block * blockSize + offset) * n + i] += key[token * keyStride + i];
}

void run(const float *key, float *keyCache, const int64_t *slots, int tokens, int keyStride, int heads, int headSize, int blockSize) {
  int threads = heads * headSize < 512 ? heads * headSize : 512;
  reshapeAndCache<<<tokens, threads>>>(key, keyCache, slots, keyStride, heads, headSize, blockSize);
}
