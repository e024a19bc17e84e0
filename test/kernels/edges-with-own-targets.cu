// Every edge writes to the place that its second number says.
// expect: conditional: distinct(edges.y)
// expect: possible inter-block-race line 6 with line 6
__global__ void scatter(const int2 *edges, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[edges[i].y] = edges[i].x;
}

void run(const int2 *edges, float *out, int n) {
  scatter<<<(n + 255) / 256, 256>>>(edges, out, n);
}
