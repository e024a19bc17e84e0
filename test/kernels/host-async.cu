// The host launches in a task of another thread, with as many threads as a row has.
// expect: race-free
#include <future>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x % 64];
}
static int half_of(int n) { return n / 2; }
int main() {
  int *a, size = 1;
  cudaMalloc(&a, 4096);
  std::future<int> half = std::async(half_of, 64);
  auto written = std::async(std::launch::async, [&] { size = 64; });
  written.get();
  fold<<<1, half.get()>>>(a);
  auto later = std::async(std::launch::deferred, [=] { fold<<<1, size>>>(a); });
  later.get();
}
