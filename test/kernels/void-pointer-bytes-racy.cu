// Two threads fill each packet, whose first byte they find in a pointer to void.
// expect: intra-warp-race line 10 with line 10
template <int SIZE>
struct Packets {
  void *first;
  __device__ void *at(int i) { return first + i * SIZE; }
};
__global__ void fill(int *out) {
  Packets<4> packets{out};
  *static_cast<int *>(packets.at(threadIdx.x / 2)) = threadIdx.x;
}
void launch(int *out) { fill<<<1, 64>>>(out); }
