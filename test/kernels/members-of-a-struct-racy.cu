// The host fills a struct and passes it by value, with a stride that is shorter than its rows.
// expect: inter-block-race line 13 with line 13
struct Shape {
  int batch, width;
  long stride;
  float scale;
  const float *in;
  float *out;
};
__global__ void scaleRows(Shape s) {
  const float *in = s.in + blockIdx.x * s.stride;
  float *out = s.out + blockIdx.x * s.stride;
  for (int i = threadIdx.x; i < s.width; i += blockDim.x) out[i] = i + s.scale * in[i];
}
void fill(Shape &s, size_t batch, size_t width, const float *in, float *out) {
  memset(&s, 0, sizeof(s));
  s.batch = batch;
  s.width = width;
  s.stride = width / 2;
  s.in = in;
  s.out = out;
}
void launch(Shape &s) {
  dim3 grid(s.batch);
  scaleRows<<<grid, 128>>>(s);
}
void scale(int batch, int width, const float *in, float *out) {
  Shape s;
  fill(s, batch, width, in, out);
  launch(s);
}
