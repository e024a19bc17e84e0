// Both names stand for the one dynamic array, and the second one is used behind the first one's part.
// expect: race-free
// launch: grid 1 block 64
extern __shared__ int first[];
extern __shared__ int second[];
__global__ void mark() {
  first[threadIdx.x] = 1;
  second[64 + threadIdx.x] = 2;
}
