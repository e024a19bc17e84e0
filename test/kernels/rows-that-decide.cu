// What stands in a matrix decides who stores a sum, and nobody computes that: rows of zeros are seen to race, and others are not.
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/rows-that-decide.cu:16)
// expect: possible intra-warp-race line 16 with line 16
__device__ void load4(unsigned (&r)[4], const void *row) {
  unsigned at = (unsigned)__cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at));
}
__global__ void last(const uint4 *in, int *sum) {
  __shared__ uint4 tile[32];
  tile[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __syncwarp();
  unsigned a[4];
  load4(a, &tile[threadIdx.x]);
  if (a[0] == 0) sum[blockIdx.x] = threadIdx.x;
}
void launch(const uint4 *in, int *sum, int blocks) {
  last<<<blocks, 32>>>(in, sum);
}
