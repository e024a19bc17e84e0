// Rows are sorted into three buffers by the block's number. A fourth would do the work of the third once again: nobody launches it.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/cases-told-apart.cu:9)
// expect: possible inter-block-race line 9 with line 9
__global__ void splitHeads(float *q, float *k, float *v, const float *in, int rows, int width, int parts) {
  int which = blockIdx.z / parts;
  int row = blockIdx.y + (blockIdx.z % parts) * gridDim.y;
  float *to = which == 0 ? q : which == 1 ? k : v;
  int at = (blockIdx.x * rows + row) * width + threadIdx.x;
  to[at] = in[which * gridDim.x * rows * width + at];
}

void run(float *q, float *k, float *v, const float *in, int batch, int half, int width, int count) {
  splitHeads<<<dim3(batch, half, count * 2), width>>>(q, k, v, in, 2 * half, width, 2);
}
