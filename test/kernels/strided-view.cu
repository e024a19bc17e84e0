// expect: conditional: strided(out)
// expect: possible inter-block-race line 37 with line 37
// expect: possible inter-block-race line 37 with line 38
// expect: possible inter-block-race line 38 with line 38
// The strides come with the pointer, and nobody says that rows do not overlap.
#include <cuda_runtime.h>

template <class T, int N>
struct Numbers {
  T all[N];
  __device__ T operator[](int i) const { return all[i]; }
};

template <class T, int N>
class View {
  T *first_;
  Numbers<long long, N> sizes_, strides_;

 public:
  __device__ long long size(int axis) const { return sizes_[axis]; }
  __device__ T &at(long long i, long long j, long long k) const {
    return first_[i * strides_[0] + j * strides_[1] + k * strides_[2]];
  }
};

struct Camera {
  float u, v;
};

__global__ void project(View<const float, 3> points, View<float, 3> out, Camera camera) {
  int which = blockIdx.y;
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (which >= points.size(0) || ray >= points.size(1)) return;
  float x = points.at(which, ray, 0);
  float y = points.at(which, ray, 1);
  float z = points.at(which, ray, 2);
  out.at(which, ray, 0) = x / z + camera.u;
  out.at(which, ray, 1) = y / z + camera.v;
}
