// The chunk's last index is the next chunk's first: threads 0 and 1 both write a[4].
// expect: racy line 6 with line 6
// launch: grid 4 block 64
__global__ void number(int *a) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i <= first + 4; i++) a[i] = first;
}
