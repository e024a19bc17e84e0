// Whatever the successors are, each thread writes its own node.
// expect: race-free
struct Node {
  Node *next;
  int value;
};
__global__ void mark(Node *nodes) {
  nodes[threadIdx.x].value = nodes[threadIdx.x].next != nullptr;
}
int main() {
  Node *nodes;
  cudaMallocManaged(&nodes, 64 * sizeof(Node));
  for (int i = 0; i < 64; i++) nodes[i].next = &nodes[i / 2];
  mark<<<1, 64>>>(nodes);
  return cudaDeviceSynchronize();
}
