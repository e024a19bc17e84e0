// The arena forgets to move on: both parts begin at its start, thread 0 writes what thread 63 reads.
// expect: racy line 12 with line 12
struct Arena {
  int *base;
  size_t used;
  int *take(size_t count) {
    int *part = base + used;
    return part;
  }
};
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  Arena arena{nullptr, 0};
  cudaMalloc(&arena.base, 1024 * sizeof(int));
  int *out = arena.take(64);
  int *in = arena.take(64);
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
