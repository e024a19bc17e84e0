// An instruction that gpurace does not know.
// expect: inconclusive: inline assembly: 'mma.no.such.thing' is not modelled (test/kernels/asm-unknown.cu:5)
// launch: grid 1 block 64
__global__ void multiply(int *a) {
  asm volatile("mma.no.such.thing;");
  a[threadIdx.x] = 1;
}
