// Two vectors of the device are two allocations, and their size is what the launch and the guard are computed from.
// expect: race-free
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

__global__ void shift(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(i + 1) % n];
}
int main() {
  thrust::host_vector<float> values(1000);
  thrust::device_vector<float> in = values, out(in.size());
  thrust::sequence(in.begin(), in.end());
  thrust::sort(in.begin(), in.end(), thrust::greater<float>());
  int n = in.size();
  shift<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(in.data()), thrust::raw_pointer_cast(&out[0]), n);
  return thrust::reduce(out.begin(), out.end()) > 0;
}
