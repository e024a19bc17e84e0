// Which of two surfaces is written to is not followed.
// expect: inconclusive: memory of a surface that is not understood (test/kernels/surface-one-of-two.cu:10)
// launch: grid 4 block 64
surface<void, cudaSurfaceType2D> left;
surface<void, cudaSurfaceType2D> right;

__global__ void either(int which) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  surface<void, cudaSurfaceType2D> &one = which > 0 ? left : right;
  surf2Dwrite(x, one, x * 4, 0);
}
