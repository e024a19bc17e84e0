// Two structs hold the same pointer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 8 with line 8
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
  second.data = first.data;
  reverse<<<1, 64>>>(first, second);
  return cudaDeviceSynchronize();
}
