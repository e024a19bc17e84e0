// What is stated of one member says nothing of another, and nothing that is stated of the structs says which number is meant.
// gpurace: assume distinct(edges.x)
// gpurace: assume distinct(edges)
// expect: conditional: distinct(edges.y)
// expect: possible inter-block-race line 8 with line 8
__global__ void scatter(const int2 *edges, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[edges[i].y] = 1.0f * i;
}

void run(const int2 *edges, float *out, int n) {
  scatter<<<(n + 255) / 256, 256>>>(edges, out, n);
}
