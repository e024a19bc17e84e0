// Every case has a place of its own, except that two share one.
// expect: intra-warp-race line 11 with line 14
// launch: grid 1 block 64
__global__ void spread(int *a) {
  int t = threadIdx.x;
  switch (t % 4) {
    case 0:
      a[4 * (t / 4)] = t;
      break;
    case 1:
      a[4 * (t / 4) + 1] = t;
      break;
    case 2:
      a[4 * (t / 4) + 1] = t;
      break;
    default:
      a[4 * (t / 4) + 3] = t;
  }
}
