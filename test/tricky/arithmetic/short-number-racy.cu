// 131072 threads number themselves in 16 bits: thread 0 of blocks 0 and 256 both write a[0].
// expect: racy line 6 with line 6
// launch: grid 512 block 256
__global__ void number(int *a) {
  unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = blockIdx.x;
}
