// `lane[2]` of the union is `z` of its struct, which nobody else writes.
// expect: race-free
// launch: grid 1 block 64
union Vector {
  struct {
    float x, y, z, w;
  } named;
  float lane[4];
};
__global__ void mark(Vector *a) {
  a[threadIdx.x].lane[2] = 1;
  if (threadIdx.x > 0) a[threadIdx.x - 1].named.w = 2;
}
