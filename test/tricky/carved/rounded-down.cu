// 37 shorts take 74 bytes, rounded up to 80.
// expect: race-free
// launch: grid 1 block 37
extern __shared__ char raw[];
__global__ void split() {
  short *near = reinterpret_cast<short *>(raw);
  unsigned offset = (blockDim.x * sizeof(short) + 7) & ~7u;
  long long *far = reinterpret_cast<long long *>(raw + offset);
  near[threadIdx.x] = 1;
  far[threadIdx.x] = 2;
}
