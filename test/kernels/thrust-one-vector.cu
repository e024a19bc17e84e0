// Both pointers lead into one vector: what a thread writes is what its neighbour reads.
// expect: inter-block-race line 8 with line 8
#include <thrust/device_vector.h>
#include <thrust/fill.h>

__global__ void shift(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1];
}
int main() {
  thrust::device_vector<float> values(1000);
  thrust::fill(values.begin(), values.end(), 1.0f);
  float *p = thrust::raw_pointer_cast(values.data());
  shift<<<(values.size() + 255) / 256, 256>>>(p, p, values.size());
  return values[0] > 0;
}
