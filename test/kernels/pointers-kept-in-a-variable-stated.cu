// expect: race-free
struct Buffers {
  int count;
  const float *points;
  float *sums;
};
__device__ Buffers buffers;
// gpurace: assume disjoint(*buffers)
__global__ void smooth(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) buffers.sums[i] = buffers.points[i] + buffers.points[i + 1];
}
int main(int argc, char **argv) {
  int n = argc * 1000;
  Buffers host;
  cudaMalloc(&host.points, (n + 1) * sizeof(float));
  cudaMalloc(&host.sums, n * sizeof(float));
  cudaMemcpyToSymbol(buffers, &host, sizeof host);
  smooth<<<(n + 255) / 256, 256>>>(n);
}
