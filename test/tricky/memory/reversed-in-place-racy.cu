// The middle pair is swapped twice, by threads 31 and 32.
// expect: racy
// launch: grid 1 block 64
__global__ void reverse(int *a) {
  if (threadIdx.x <= 32) {
    int first = a[threadIdx.x];
    a[threadIdx.x] = a[63 - threadIdx.x];
    a[63 - threadIdx.x] = first;
  }
}
