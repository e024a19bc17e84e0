// Both warps multiply, and say that they have: what they store is no product.
// expect: possible intra-block-race line 16 with line 16
// expect: conditional: idempotent(done)
// launch: grid 4 block 64
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void product(const uint4 *in, float4 *out, int *done) {
  uint4 row = in[blockIdx.x * 64 + threadIdx.x];
  unsigned a[4] = {row.x, row.y, row.z, row.w}, b[2] = {1, 2};
  float d[4] = {0, 0, 0, 0};
  multiply(d, a, b);
  done[blockIdx.x] = 1;
  out[blockIdx.x * 64 + threadIdx.x] = make_float4(d[0], d[1], d[2], d[3]);
}
