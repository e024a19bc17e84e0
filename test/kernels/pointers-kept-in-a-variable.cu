// The host puts its pointers into a variable of the device. Nobody follows where they lead, and one may lead into the other's memory.
// expect: conditional: disjoint(*buffers)
// expect: possible inter-block-race line 12 with line 12
struct Buffers {
  int count;
  const float *points;
  float *sums;
};
__device__ Buffers buffers;
__global__ void smooth(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) buffers.sums[i] = buffers.points[i] + buffers.points[i + 1];
}
int main(int argc, char **argv) {
  int n = argc * 1000;
  Buffers host;
  float *memory;
  cudaMalloc(&memory, 3 * n * sizeof(float));
  host.points = memory;
  host.sums = memory + (argc > 1 ? n + 1 : 1);
  cudaMemcpyToSymbol(buffers, &host, sizeof host);
  smooth<<<(n + 255) / 256, 256>>>(n);
}
