// Each thread counts in 256 bytes, which lie 128 apart: threads 0 and 1 share bytes 128 to 255.
// expect: racy
// launch: grid 1 block 16
__global__ void count(const unsigned char *in, unsigned char *out) {
  extern __shared__ unsigned char counts[];
  unsigned char *mine = counts + 128 * threadIdx.x;
  for (int i = 0; i < 256; i++) mine[i] = 0;
  for (int i = 0; i < 64; i++) mine[in[64 * threadIdx.x + i]]++;
  for (int i = 0; i < 256; i++) out[256 * threadIdx.x + i] = mine[i];
}
