// Queries go to rows as long as the sequence, keys to rows as long as the cache, which is never shorter: that is not stated.
// expect: conditional: capacity >= length
// expect: possible inter-block-race line 9 with line 9
__global__ void split(float *query, float *key, const float *in, int length, int capacity) {
  int part = blockIdx.z;
  int step = blockIdx.y;
  int row = 64 * (part == 0 ? length : capacity);
  float *to = part == 0 ? query : key;
  to[blockIdx.x * row + 64 * step + threadIdx.x] = in[64 * ((blockIdx.x * length + step) * 2 + part) + threadIdx.x];
}

void run(float *query, float *key, const float *in, int batches, int length, int capacity) {
  split<<<dim3(batches, length, 2), 64>>>(query, key, in, length, capacity);
}
