// The pool takes out what it gives.
// expect: race-free
#include <vector>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
class Pool {
 public:
  Pool() {
    for (int i = 0; i < 4; i++) {
      int *buffer;
      cudaMalloc(&buffer, 64 * sizeof(int));
      free.push_back(buffer);
    }
  }
  int *take() {
    int *buffer = free.back();
    free.pop_back();
    return buffer;
  }

 private:
  std::vector<int *> free;
};
int main() {
  Pool pool;
  int *out = pool.take();
  int *in = pool.take();
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
