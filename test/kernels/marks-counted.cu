// What is loaded decides only who gets there, and all of them go to one place.
// expect: inter-block-race line 5 with line 5
__global__ void countMarked(const int *marks, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && marks[i]) count[0]++;
}

void launch(const int *marks, int *count, int n) {
  countMarked<<<(n + 255) / 256, 256>>>(marks, count, n);
}
