// Rows of 33 words hold columns 0 to 33: the last column of row 0 is the first one of row 1.
// expect: racy line 6 with line 6
// launch: grid 1 block 34,8
__global__ void number() {
  extern __shared__ int s[];
  s[33 * threadIdx.y + threadIdx.x] = threadIdx.x;
}
