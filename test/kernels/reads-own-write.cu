// What a thread wrote it reads back, here as the place of its next write.
// expect: race-free
// launch: grid 4 block 64
__global__ void scatter(int *out, int *place) {
  __shared__ int mine[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mine[threadIdx.x] = i;
  place[i] = mine[threadIdx.x] * 2;
  out[place[i]] = threadIdx.x;
}
