// The host takes nothing for the sizes of a shape that is not there: nobody launches no thread, so it is there.
// expect: race-free
struct Shape {
  long long rows, steps, planes;
};
__global__ void sums(const float *in, float *out, long long rows, long long steps) {
  unsigned row = blockIdx.x, plane = blockIdx.y;
  float *to = out + (plane * steps * rows + row) * 16;
  for (int i = 0; i < steps; i++) {
    to[threadIdx.x] = in[i * 16 + threadIdx.x] * plane;
    to += 16 * rows;
  }
}
void run(const Shape *shape, const float *in, float *out) {
  long long rows = shape ? shape->rows : 0, steps = shape ? shape->steps : 0, planes = shape ? shape->planes : 0;
  sums<<<dim3(rows, planes), 16>>>(in, out, rows, steps);
}
