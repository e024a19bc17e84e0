// The host makes nodes 0 and 1 share a successor, which threads 0 and 1 both write.
// expect: racy line 8 with line 8
struct Node {
  Node *next;
  int value;
};
__global__ void mark(Node *nodes) {
  nodes[threadIdx.x].next->value = threadIdx.x;
}
int main() {
  Node *nodes;
  cudaMallocManaged(&nodes, 64 * sizeof(Node));
  for (int i = 0; i < 64; i++) nodes[i].next = &nodes[i / 2];
  mark<<<1, 64>>>(nodes);
  return cudaDeviceSynchronize();
}
