// Thread 0 leaves the address of `a` in shared memory: with it thread 63 writes a[0] while thread 0 does so by name.
// expect: racy line 9 with line 10
// launch: grid 1 block 64
__global__ void mark(int *a) {
  __shared__ unsigned long long where;
  if (threadIdx.x == 0) where = reinterpret_cast<unsigned long long>(a);
  __syncthreads();
  int *same = reinterpret_cast<int *>(where);
  a[threadIdx.x] = 1;
  same[63 - threadIdx.x] = 2;
}
