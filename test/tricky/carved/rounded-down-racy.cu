// 37 shorts take 74 bytes, rounded down to 72: thread 0 writes far[0], of which thread 36 writes a part as near[36].
// expect: racy line 9 with line 10
// launch: grid 1 block 37
extern __shared__ char raw[];
__global__ void split() {
  short *near = reinterpret_cast<short *>(raw);
  unsigned offset = (blockDim.x * sizeof(short)) & ~7u;
  long long *far = reinterpret_cast<long long *>(raw + offset);
  near[threadIdx.x] = 1;
  far[threadIdx.x] = 2;
}
