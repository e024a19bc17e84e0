// Lanes of a row take different elements of it: what each of them computes in the loop is its own.
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/loop-over-ones-own.cu:18)
// expect: possible intra-warp-race line 18 with line 18
__global__ void merge(const float *scores, float *out, int sets) {
  __shared__ float part[256];
  __shared__ float merged[8];
  int x = threadIdx.x, y = threadIdx.y;
  float most = -1e30f, sum = 1;
  for (int i = 0; i < sets; i++) {
    part[y * 32 + x] = scores[(blockIdx.x * sets + i) * 256 + y * 32 + x];
    __syncthreads();
    float one = part[(i + x) % 32 * 8 + y];
    float larger = fmaxf(most, one);
    sum = sum * exp2f(most - larger) + exp2f(one - larger);
    most = larger;
    __syncthreads();
  }
  merged[y] = most + log2f(sum);
  __syncthreads();
  out[blockIdx.x * 256 + y * 32 + x] = merged[x % 8];
}
void launch(const float *scores, float *out, int sets, int blocks) {
  merge<<<blocks, dim3(32, 8)>>>(scores, out, sets);
}
