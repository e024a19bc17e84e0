// Half the lanes name the rows that a warp stores; all read them behind a barrier of the warp.
// expect: race-free
// launch: grid 4 block 32
// The name of the row is the address; what is stored comes from all lanes.
__device__ void store2(void *row, unsigned a, unsigned b) {
  unsigned at = (unsigned)__cvta_generic_to_shared(row);
  unsigned turned;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(b));
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(a), "r"(turned) : "memory");
}
__global__ void rows(const uint2 *in, uint2 *out) {
  __shared__ __align__(16) uint4 tile[16];
  int t = threadIdx.x;
  uint2 mine = in[blockIdx.x * 32 + t];
  store2(&tile[t % 16], mine.x, mine.y);
  __syncwarp();
  const uint2 *half = (const uint2 *)tile;
  out[blockIdx.x * 32 + t] = half[31 - t];
}
