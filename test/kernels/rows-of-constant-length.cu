// Each thread has a row of 33 letters, and goes over as many as it is told to: nobody says that these are more.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/rows-of-constant-length.cu:6)
// expect: possible inter-block-race line 6 with line 6
__global__ void mask(unsigned char *letters, const unsigned char *table, int size) {
  unsigned char *row = letters + (blockIdx.x * blockDim.x + threadIdx.x) * 33;
  for (int i = 0; i < size; i++) row[i] = table[row[i]];
}
