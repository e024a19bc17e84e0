// The parameter has 8 bits: thread 0 of blocks 0 and 4 both write a[0].
// expect: racy line 5 with line 5
// launch: grid 8 block 64
__device__ void put(int *a, unsigned char i, int value) {
  a[i] = value;
}
__global__ void number(int *a) { put(a, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.x); }
