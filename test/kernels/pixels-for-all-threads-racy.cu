// Two columns go to one place: that there is a pixel for each thread does not help.
// expect: inter-block-race line 7 with line 7
__global__ void transpose(const float *in, float *out, int width, int height) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  int row = pixel % height;
  int column = pixel / height;
  out[row * width + column / 2] = in[pixel];
}

void launch(const float *in, float *out, int width, int height, int blocks) {
  transpose<<<blocks, 176>>>(in, out, width, height);
}
