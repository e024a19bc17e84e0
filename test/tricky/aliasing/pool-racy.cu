// The pool forgets to take out what it gives: both are its last buffer, thread 0 writes what thread 63 reads.
// expect: racy line 5 with line 5
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
