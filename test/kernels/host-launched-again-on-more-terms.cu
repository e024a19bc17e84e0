// One place launches twice, and both times only in the case in which rows are no longer than their stride.
// expect: race-free
__global__ void put(float *out, const float *in, int width, int height, int stride) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height)
    return;
  out[y * stride + x] = in[y * width + x];
}
static void launch(float *out, const float *in, int width, int height, int stride) {
  put<<<dim3((width + 31) / 32, height), 32>>>(out, in, width, height, stride);
}
void run(float *out, const float *in, int width, int height, int stride) {
  if (stride >= width)
    launch(out, in, width, height, stride);
  if (stride >= width && height > 4)
    launch(out, in, width, height, stride);
}
