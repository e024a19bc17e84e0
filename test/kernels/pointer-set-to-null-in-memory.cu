// Pointers that nobody stores lead to memory of their own in the run, as `rows[9]` does. Those that the kernel sets to null stay null: no
// thread comes to line 12, and what is said of it is no error.
// expect: inconclusive: *rows[…] and rows may be the same memory: the pointers that the host passes are not known (test/kernels/pointer-set-to-null-in-memory.cu:16); two of *rows[…] may be the same memory: the pointers that the host passes are not known (test/kernels/pointer-set-to-null-in-memory.cu:16); a possible intra-block-race was neither proved nor ruled out (test/kernels/pointer-set-to-null-in-memory.cu:12)
// expect: possible intra-block-race line 12 with line 12
__device__ float *rows[10];
__global__ void shift() {
  if (threadIdx.x == 0) rows[blockIdx.x] = nullptr;
  __syncthreads();
  rows[9][blockIdx.x * blockDim.x + threadIdx.x] = 1;
  float *row = rows[blockIdx.x];
  int i = threadIdx.x;
  if (row != nullptr) row[i] = row[i + 1];
}
int main(int argc, char **argv) {
  cudaMemcpyToSymbol(rows, argv, sizeof rows);
  shift<<<9, 64>>>();
}
