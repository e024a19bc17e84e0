// One and a half rounded up is two, which another thread writes as well.
// expect: intra-warp-race line 4 with line 5
__global__ void k(int *a) {
  if (threadIdx.x == 0) a[__float2int_ru(1.5f)] = 1;
  if (threadIdx.x == 1) a[__float2int_rn(2.0f)] = 2;
}
void run(int *a) { k<<<1, 8>>>(a); }
