// Keys come in the order of their digits, block by block, and nobody says so: where a digit begins and ends only one thread finds out. For
// keys in any order two threads do. That is possible, and no error: no run with equal keys shows it. Counting is for any keys.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/digits-in-order.cu:14); a possible intra-block-race was neither proved nor ruled out (test/kernels/digits-in-order.cu:16)
// expect: possible intra-block-race line 14 with line 14
// expect: possible intra-block-race line 16 with line 17
// expect: possible intra-block-race line 16 with line 16
// expect: intra-block-race line 27 with line 27
__global__ void lengths(const unsigned *keys, unsigned *length) {
  __shared__ unsigned digit[256], first[16];
  int t = threadIdx.x;
  digit[t] = keys[256 * blockIdx.x + t] & 15;
  if (t < 16) first[t] = 0;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1]) first[digit[t]] = t;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1]) first[digit[t - 1]] = t - first[digit[t - 1]];
  if (t == 255) first[digit[t]] = 256 - first[digit[t]];
  __syncthreads();
  if (t < 16) length[16 * blockIdx.x + t] = first[t];
}
__global__ void count(const unsigned *keys, unsigned *length) {
  __shared__ unsigned digit[256], first[16];
  int t = threadIdx.x;
  digit[t] = keys[256 * blockIdx.x + t] & 15;
  if (t < 16) first[t] = 0;
  __syncthreads();
  first[digit[t]]++;
  __syncthreads();
  if (t < 16) length[16 * blockIdx.x + t] = first[t];
}
void launch(const unsigned *keys, unsigned *length, int blocks) {
  lengths<<<blocks, 256>>>(keys, length);
  count<<<blocks, 256>>>(keys, length);
}
