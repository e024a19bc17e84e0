// Threads with even indices exchange: whose partner is at an even distance has an even one as well.
// expect: possible intra-block-race line 9 with line 11
// expect: possible intra-block-race line 9 with line 12
// expect: possible intra-block-race line 11 with line 12
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/exchange-by-xor-racy.cu:9); a possible intra-block-race was neither proved nor ruled out (test/kernels/exchange-by-xor-racy.cu:11)
__global__ void exchange(int *v, unsigned j) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned other = i ^ j;
  int a = v[i], b = v[other];
  if (i % 2 == 0) {
    v[i] = b + 1;
    v[other] = a + 2;
  }
}
void run(int *v, unsigned j) { exchange<<<4, 256>>>(v, j); }
