// Of a longer table the range is known: no entry reaches the neighbour's sixteen words.
// expect: race-free
// launch: grid 2 block 32
__device__ const unsigned char shift[20] = {0, 3, 5, 7, 9, 11, 13, 15, 14, 12, 10, 8, 6, 4, 2, 1, 0, 1, 2, 3};
__global__ void scatter(int *out, unsigned k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[16 * i + shift[k % 20]] = i;
}
