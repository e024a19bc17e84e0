// Thread 0 leaves the address of `a` in shared memory; with it each thread writes the word that it writes by name.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a) {
  __shared__ unsigned long long where;
  if (threadIdx.x == 0) where = reinterpret_cast<unsigned long long>(a);
  __syncthreads();
  int *same = reinterpret_cast<int *>(where);
  a[threadIdx.x] = 1;
  same[threadIdx.x] = 2;
}
