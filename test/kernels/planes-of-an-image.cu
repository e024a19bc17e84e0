// Three planes in one piece of memory: they overlap where a plane is shorter than what is written of it.
// expect: conditional: plane >= n
// expect: possible inter-block-race line 9 with line 10
// expect: possible inter-block-race line 9 with line 11
// expect: possible inter-block-race line 10 with line 11
__global__ void fill(float *image, const float *grey, int plane, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  image[i] = grey[i];
  image[plane + i] = grey[i];
  image[2 * plane + i] = grey[i];
}
