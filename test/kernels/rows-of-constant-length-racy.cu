// Each thread has a row of 33 letters, and goes over 40: that is no matter of what it is told.
// expect: inter-block-race line 6 with line 6
__global__ void mask(unsigned char *letters, const unsigned char *table, int count) {
  unsigned char *row = letters + (blockIdx.x * blockDim.x + threadIdx.x) * 33;
  if (blockIdx.x * blockDim.x + threadIdx.x >= count) return;
  for (int i = 0; i < 40; i++) row[i] = table[row[i]];
}
