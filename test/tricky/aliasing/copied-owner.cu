// Each owner has memory of its own.
// expect: race-free
struct Buffer {
  int *data;
  explicit Buffer(size_t count) { cudaMalloc(&data, count * sizeof(int)); }
};
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  Buffer first(64);
  Buffer second(64);
  reverse<<<1, 64>>>(second.data, first.data);
  return cudaDeviceSynchronize();
}
