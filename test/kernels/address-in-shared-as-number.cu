// An address that is kept in shared memory as a number is not followed.
// expect: inconclusive: a pointer that the kernel itself keeps in where (test/kernels/address-in-shared-as-number.cu:6)
// launch: grid 1 block 64
__global__ void mark(int *a) {
  __shared__ unsigned long long where;
  if (threadIdx.x == 0) where = reinterpret_cast<unsigned long long>(a);
  __syncthreads();
  int *same = reinterpret_cast<int *>(where);
  a[threadIdx.x] = 1;
  same[63 - threadIdx.x] = 2;
}
