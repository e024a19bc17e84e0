// Queries and keys go to the same memory, in rows of two lengths.
// expect: inter-block-race line 8 with line 8
__global__ void split(float *query, float *key, const float *in, int length, int capacity) {
  int part = blockIdx.z;
  int step = blockIdx.y;
  int row = 64 * (part == 0 ? length : capacity);
  float *to = query;
  to[blockIdx.x * row + 64 * step + threadIdx.x] = in[64 * ((blockIdx.x * length + step) * 2 + part) + threadIdx.x];
}

void run(float *query, float *key, const float *in, int batches, int length, int capacity) {
  split<<<dim3(batches, length, 2), 64>>>(query, key, in, length, capacity);
}
