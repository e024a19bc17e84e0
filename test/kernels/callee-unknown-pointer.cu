// A function of another file is handed a pointer that nobody has set.
// expect: inconclusive: calls note, which has no body here and is handed an unknown pointer (test/kernels/callee-unknown-pointer.cu:7)
// launch: grid 1 block 32
extern __device__ void note(int *where);
__global__ void hand() {
  int *where;
  note(where);
}
