// Warps of other rows multiply before the race comes about: what is in their matrices, which nobody computes, decides nothing.
// expect: intra-warp-race line 5 with line 28
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
__global__ void product(const uint4 *in, const int *experts, float4 *out, int expert, int rows) {
  __shared__ uint4 tile[128];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int found = 0;
  for (int row = t; row < rows; row += 128)
    if (experts[row] == expert) {
      found = 1;
      break;
    }
  if (!__syncthreads_or(found)) return;
  unsigned a[4], b[2] = {1, 2};
  float d[4] = {0, 0, 0, 0};
  for (int k = 0; k < rows; k++) {
    tile[t] = in[(blockIdx.x * rows + k) * 128 + t];
    load4(a, &tile[warp * 32 + (lane + 8) % 32]);
    multiply(d, a, b);
  }
  out[blockIdx.x * 128 + t] = make_float4(d[0], d[1], d[2], d[3]);
}
void launch(const uint4 *in, const int *experts, float4 *out, int expert, int rows, int blocks) {
  product<<<blocks, 128>>>(in, experts, out, expert, rows);
}
