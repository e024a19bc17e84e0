// Which of the pointers is used, and where it was put, both depend on arguments.
// expect: inconclusive: a pointer that the thread keeps in swap[] at an unknown index (test/kernels/pointers-lost.cu:8)
// launch: grid 1 block 64
__global__ void swap(int *a, int *b, int i, int j) {
  int *kept[4];
  kept[i] = a;
  kept[i + 1] = b;
  kept[j][threadIdx.x] = 1;
}
