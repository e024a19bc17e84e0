// What a comment states excludes a launch, which the host makes all the same: it races.
// expect: intra-block-race line 5 with line 5
// gpurace: assume n != 7
__global__ void scale(int *a, int n) {
  a[n == 7 ? 0 : threadIdx.x] = threadIdx.x;
}

void run(int *a, int n) {
  if (n == 7) {
    scale<<<1, 64>>>(a, n);
  } else {
    scale<<<1, 64>>>(a, n);
  }
}
