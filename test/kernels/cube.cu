// A cube grows with its root: the products themselves say so, where what holds of all products does not.
// expect: race-free
// launch: grid 2 block 32
__global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * i * i + i] = i;
}
