// Two reductions over one temporary storage: the second one's writes meet the first one's reads.
// expect: intra-block-race line 10 with line 11
#include <cub/block/block_reduce.cuh>

__global__ void sums(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
  int sum = Reduce(temp).Sum(x);
  int greatest = Reduce(temp).Reduce(x, cub::Max());
  if (threadIdx.x == 0) out[blockIdx.x] = sum + greatest;
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 1024 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  sums<<<8, 128>>>(in, out);
  return cudaDeviceSynchronize();
}
