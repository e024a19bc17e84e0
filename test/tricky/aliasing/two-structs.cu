// Two structs, each with a buffer of its own.
// expect: race-free
struct View {
  int *data;
  int size;
};
__global__ void reverse(View out, View in) {
  if (threadIdx.x < out.size) out.data[threadIdx.x] = in.data[in.size - 1 - threadIdx.x];
}
int main() {
  View first{nullptr, 64}, second{nullptr, 64};
  cudaMalloc(&first.data, 64 * sizeof(int));
  cudaMalloc(&second.data, 64 * sizeof(int));
  reverse<<<1, 64>>>(first, second);
  return cudaDeviceSynchronize();
}
