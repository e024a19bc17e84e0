// Both iterators lead into one vector, 64 places apart.
// expect: race-free
#include <thrust/device_vector.h>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  thrust::device_vector<int> values(128);
  int *first = thrust::raw_pointer_cast(values.data());
  reverse<<<1, 64>>>(first + 64, first);
  return cudaDeviceSynchronize();
}
