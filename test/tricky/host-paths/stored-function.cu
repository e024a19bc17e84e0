// The queue runs the task that was put into it, with 64 threads.
// expect: race-free
#include <functional>
#include <vector>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void go(int *a, int size) { fold<<<1, size>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  std::vector<std::function<void()>> queue;
  queue.push_back([a] { go(a, 32); });
  queue.push_back([a] { go(a, 64); });
  for (auto &task : queue) task();
  return cudaDeviceSynchronize();
}
