// Nobody waits for the table: thread 63 reads order[0], which thread 0 writes.
// expect: racy line 6 with line 7
// launch: grid 1 block 64
__global__ void gather(const int *in, int *out) {
  __shared__ int order[64];
  order[threadIdx.x] = 63 - threadIdx.x;
  out[threadIdx.x] = in[order[63 - threadIdx.x]];
}
