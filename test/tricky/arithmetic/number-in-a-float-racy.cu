// A float has 24 bits: threads 16777216 and 16777217 both come to a[16777216].
// expect: racy line 6 with line 6
// launch: grid 131072 block 256
__global__ void mark(char *a) {
  float i = blockIdx.x * blockDim.x + threadIdx.x;
  a[static_cast<unsigned>(i)] = 1;
}
