// Rows of a tile are loaded into a matrix before all warps have filled it.
// expect: intra-block-race line 6 with line 21
// launch: grid 4 block 128
__device__ void load4(unsigned (&r)[4], const void *row) {
  unsigned at = (unsigned)__cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at));
}
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void product(const uint4 *in, float4 *out) {
  __shared__ uint4 tile[128];
  int t = threadIdx.x, lane = t % 32;
  unsigned a[4], b[2] = {1, 2};
  float d[4] = {0, 0, 0, 0};
  tile[t] = in[blockIdx.x * 128 + t];
  // The next warp's rows.
  load4(a, &tile[(t / 32 + 1) % 4 * 32 + lane]);
  multiply(d, a, b);
  out[blockIdx.x * 128 + t] = make_float4(d[0], d[1], d[2], d[3]);
}
