// Another unit has the function, and it gets a number and gives one back.
// expect: race-free
// launch: grid 4 block 64
extern __device__ int mixed(int number);
__global__ void number(int *out, int *counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = mixed(i);
}
