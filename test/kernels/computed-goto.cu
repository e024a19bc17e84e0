// Where the kernel goes on is an address.
// expect: inconclusive: an instruction that is not understood: indirectbr ptr %indirect.goto.dest, [label %one, label %two] (test/kernels/computed-goto.cu:4)
// launch: grid 1 block 64
__global__ void jump(int *a, int n) {
  void *ways[] = {&&one, &&two};
  goto *ways[n & 1];
one:
  a[0] = 1;
  return;
two:
  a[threadIdx.x] = 2;
}
