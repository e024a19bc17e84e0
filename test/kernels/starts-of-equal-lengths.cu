// Parts of the same length, whose starts stand in memory.
// expect: conditional: segments(first, 96)
// expect: possible inter-block-race line 5 with line 5
__global__ void number(const int *first, float *out) {
  out[first[blockIdx.x] + threadIdx.x] = threadIdx.x + blockIdx.x;
}

void run(const int *first, float *out, int parts) {
  number<<<parts, 96>>>(first, out);
}
