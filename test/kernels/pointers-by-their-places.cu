// Members of a class template have no names here: its pointers go by the bytes at which they stand.
// expect: conditional: disjoint(view@0, view@8)
// expect: possible inter-block-race line 13 with line 13
#include <cuda_runtime.h>

template <typename T>
struct View {
  T *to;
  const T *from;

  __device__ void shift(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i + 1];
  }
};

template <typename T>
__global__ void shifted(View<T> view, int n) { view.shift(n); }

View<float> *views();

void run(int n) { shifted<<<(n + 255) / 256, 256>>>(*views(), n); }
