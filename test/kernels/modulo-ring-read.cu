// Reading round the ring from the array that is being written.
// expect: intra-block-race line 5 with line 6
// launch: grid 1 block 64
__global__ void rotate(int *a) {
  int next = a[(threadIdx.x + 1) % 64];
  a[threadIdx.x] = next;
}
