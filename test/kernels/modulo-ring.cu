// Every thread writes to its right neighbour, round the ring.
// expect: race-free
// launch: grid 1 block 64
__global__ void rotate(int *a, int *b) { b[(threadIdx.x + 1) % 64] = a[threadIdx.x]; }
