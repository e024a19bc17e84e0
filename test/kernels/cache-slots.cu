// Each block fills the slot of its token: which one that is is loaded.
// expect: conditional: distinct(slots)
// expect: possible inter-block-race line 6 with line 6
__global__ void fill(const float *keys, const long *slots, float *cache, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    cache[slots[blockIdx.x] * width + i] = keys[blockIdx.x * width + i];
}

void launch(const float *keys, const long *slots, float *cache, int width, int tokens) {
  fill<<<tokens, 128>>>(keys, slots, cache, width);
}
