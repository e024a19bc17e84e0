// The stride is used as the distance of rows and for nothing else: rows that overlap are none that anybody has.
// expect: conditional: stride >= count * 2
// expect: possible inter-block-race line 9 with line 9
// expect: possible inter-block-race line 9 with line 10
// expect: possible inter-block-race line 10 with line 10
__global__ void cells(const float *in, int stride, int count, float *out) {
  float *row = out + blockIdx.x * stride;
  for (int i = threadIdx.x; i < count; i += 256) {
    row[i] = in[i];
    row[i + count] = in[i] * 2;
  }
}

void launch(const float *in, int stride, int count, float *out, int rows) {
  cells<<<rows, 256>>>(in, stride, count, out);
}
