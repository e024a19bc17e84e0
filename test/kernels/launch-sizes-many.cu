// One place launches with five sizes; only the larger ones let two warps meet.
// expect: intra-block-race line 4 with line 5
__global__ void k(int *a) {
  if (threadIdx.x == 0) a[0] = 1;
  if (threadIdx.x == 40) a[0] = 2;
}
static void go(int *a, int threads) { k<<<1, threads>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, sizeof(int));
  go(a, 32);
  go(a, 64);
  go(a, 96);
  go(a, 128);
  go(a, 160);
}
