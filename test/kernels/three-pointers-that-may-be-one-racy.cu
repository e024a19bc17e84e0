// With `out` for `flag` alone nothing comes of it, and neither with `out` for `in`. With one memory for all three every thread stores.
// expect: inconclusive: out and flag may be the same memory: the pointers that the host passes are not known (test/kernels/three-pointers-that-may-be-one-racy.cu:22); out and in may be the same memory: the pointers that the host passes are not known (test/kernels/three-pointers-that-may-be-one-racy.cu:22)
// gpurace: assume flag[i] <= 0 && in[i] <= 0
#include <map>
__global__ void raise(int *out, const int *flag, const int *in, int *__restrict__ last) {
  __shared__ bool both;
  if (threadIdx.x == 0) {
    *out = 1;
    both = *flag > 0 && *in > 0;
  }
  __syncthreads();
  if (both) last[0] = threadIdx.x;
}
int main() {
  std::map<int, int *> fields;
  int *a, *last;
  cudaMalloc(&a, 4);
  cudaMalloc(&last, 4);
  fields[1] = a;
  fields[2] = a;
  fields[3] = a;
  raise<<<1, 64>>>(fields[1], fields[2], fields[3], last);
}
