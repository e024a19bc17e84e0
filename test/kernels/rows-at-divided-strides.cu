// expect: conditional: strided(out, nb1, nb2); nb0 == 4
// expect: possible inter-block-race line 15 with line 15
// Strides are in bytes, and one of them is divided by the size of an element. A row is cut into parts of 128 elements each.
#include <cuda_runtime.h>
template <int threads>
__global__ void smooth(const float *in, float *out, int nb0, int nb1, int nb2, long long steps) {
  const int sequence = blockIdx.x;
  const int part = blockIdx.y;
  float *rows = (float *)((char *)out + sequence * nb2 + part * threads * nb0);
  const int stride = nb1 / sizeof(float);
  const float first = in[part * threads + threadIdx.x];
  float last = first;
  for (long long i = 0; i < steps; i++) {
    last = 0.5f * last + first;
    rows[i * stride + threadIdx.x] = last;
  }
}
void run(const float *in, float *out, int nb0, int nb1, int nb2, int width, int steps, int sequences) {
  smooth<128><<<dim3(sequences, (width + 127) / 128), 128>>>(in, out, nb0, nb1, nb2, steps);
}
