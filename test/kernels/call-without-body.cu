// What the function does with the array stands in another file.
// expect: inconclusive: calls update, which has no body here and is handed a (test/kernels/call-without-body.cu:5)
// launch: grid 1 block 64
__device__ void update(int *a, int i);
__global__ void run(int *a) { update(a, threadIdx.x); }
