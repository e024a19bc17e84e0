// Both names stand for the one dynamic array: thread 63 writes second[0], which thread 0 writes as first[0].
// expect: racy line 7 with line 8
// launch: grid 1 block 64
extern __shared__ int first[];
extern __shared__ int second[];
__global__ void mark() {
  first[threadIdx.x] = 1;
  second[63 - threadIdx.x] = 2;
}
