// An address that was taken apart and put together is not followed.
// expect: inconclusive: a pointer that is computed from addresses of several objects (test/kernels/pointer-by-exclusive-or.cu:8)
// launch: grid 1 block 64
__global__ void mark(int *a) {
  auto hidden = reinterpret_cast<unsigned long long>(a) ^ 0x5555;
  int *same = reinterpret_cast<int *>(hidden ^ 0x5555);
  a[threadIdx.x] = 1;
  same[63 - threadIdx.x] = 2;
}
