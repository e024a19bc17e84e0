// Thread 1 writes words 1, 2, 4, …, thread 2 writes 2, 4, …: both write a[2].
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int i = threadIdx.x + 1; i < n; i *= 2) a[i] = threadIdx.x;
}
