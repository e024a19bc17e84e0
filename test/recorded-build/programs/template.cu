// Templates and a lambda of the device.
#include <cstdio>

template <typename T, int N>
__global__ void fill(T *to, T value) {
  auto put = [=](int i) { to[i] = value; };
  for (int i = threadIdx.x; i < N; i += blockDim.x) put(i);
}

int main() {
  fill<float, 100><<<1, 32>>>(nullptr, 1.5f);
  fill<double, 7><<<1, 32>>>(nullptr, 2.5);
  cudaDeviceSynchronize();
  printf("template\n");
}
