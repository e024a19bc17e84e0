// 131072 times 8 is 2^20: threads 0 and 8 both write a[0].
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[(threadIdx.x * 131072ull) % 1048576] = threadIdx.x;
}
