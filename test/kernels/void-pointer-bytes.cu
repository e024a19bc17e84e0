// A pointer to void is moved by bytes, as nvcc and gcc do it.
// expect: race-free
template <int SIZE>
struct Packets {
  void *first;
  __device__ void *at(int i) { return first + i * SIZE; }
  __device__ void skip(int n) {
    first += n * SIZE;
    first -= SIZE;
  }
};

__global__ void fill(int *out) {
  Packets<4> packets{out};
  packets.skip(1 + blockIdx.x * blockDim.x);
  *static_cast<int *>(packets.at(threadIdx.x)) = threadIdx.x;
}
void launch(int *out) { fill<<<4, 64>>>(out); }
