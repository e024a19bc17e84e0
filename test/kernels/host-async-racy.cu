// A task of another thread makes the block twice as large as the row.
// expect: intra-block-race line 6 with line 6
#include <future>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  int *a, size = 64;
  cudaMalloc(&a, 4096);
  auto written = std::async(std::launch::async, [&] { size = 128; });
  written.get();
  auto done = std::async([=] { fold<<<1, size>>>(a); });
  done.get();
}
