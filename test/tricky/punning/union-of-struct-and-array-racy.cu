// `lane[3]` of the union is `w` of its struct: thread 0 writes lane[3] of element 0, which thread 1 writes as `w`.
// expect: racy line 11 with line 12
// launch: grid 1 block 64
union Vector {
  struct {
    float x, y, z, w;
  } named;
  float lane[4];
};
__global__ void mark(Vector *a) {
  a[threadIdx.x].lane[3] = 1;
  if (threadIdx.x > 0) a[threadIdx.x - 1].named.w = 2;
}
