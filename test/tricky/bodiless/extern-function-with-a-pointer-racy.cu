// Another unit has the function, and all threads call it for one counter: nothing is known of what it does.
// expect: unproved
// launch: grid 4 block 64
extern __device__ int bump(int *counter);
__global__ void number(int *out, int *counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bump(counter);
}
