// Templates and lambdas: the race is in a function that two kernels call, and only one of them lets threads meet there.
// race 1: inter-block-race
#include <cstdio>

template <class T, int Step>
struct Scale {
  T by;
  __device__ T operator()(T x, int i) const { return x * by + T(i * Step); }
};

template <class T, class F>
__device__ void apply(T *a, int i, F f) {
  a[i] = f(a[i], i);                              // race 1 race 1
}

namespace mine {
template <class T, int Wrap, class F>
__global__ void each(T *a, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  apply(a, i % Wrap, f);
}
}  // namespace mine

int main() {
  float *a;
  cudaMallocManaged(&a, 64 * sizeof(float));
  for (int i = 0; i < 64; i++) a[i] = 1;
  mine::each<float, 64><<<2, 32>>>(a, Scale<float, 2>{3});
  float offset = 0.5f;
  mine::each<float, 64><<<2, 32>>>(a, [=] __device__(float x, int) { return x + offset; });
  mine::each<float, 32, Scale<float, 0>><<<dim3(2, 1), dim3(32)>>>(a, {1});
  cudaDeviceSynchronize();
  printf("%.1f %.1f\n", a[1], a[63]);
}
// prints: 5.5 129.5
