// What the check refuses is launched all the same: the handler goes on.
// expect: conditional: blockDim.x <= 64; gridDim.x == 1
// expect: possible inter-block-race line 8 with line 10
// expect: possible inter-block-race line 10 with line 10
// expect: possible intra-block-race line 8 with line 8
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void need(bool ok) {
  if (!ok) throw 1;
}
void run(int *a, int size) {
  try {
    need(size <= 64 && size > 0);
  } catch (int) {
  }
  fold<<<1, size>>>(a);
}
