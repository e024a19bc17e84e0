// The second owner is a copy of the first one and has its memory: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 8 with line 8
struct Buffer {
  int *data;
  explicit Buffer(size_t count) { cudaMalloc(&data, count * sizeof(int)); }
};
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  Buffer first(64);
  Buffer second(first);
  reverse<<<1, 64>>>(second.data, first.data);
  return cudaDeviceSynchronize();
}
