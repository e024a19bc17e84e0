// Both iterators lead into one vector, 32 places apart: thread 0 writes place 32, which thread 31 reads.
// expect: racy line 5 with line 5
#include <thrust/device_vector.h>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  thrust::device_vector<int> values(128);
  int *first = thrust::raw_pointer_cast(values.data());
  reverse<<<1, 64>>>(first + 32, first);
  return cudaDeviceSynchronize();
}
