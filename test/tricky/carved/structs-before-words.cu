// The words begin after the last of the nodes.
// expect: race-free
// launch: grid 1 block 64
struct Node {
  int key;
  float weight;
};
__global__ void build() {
  extern __shared__ Node nodes[];
  int *marks = reinterpret_cast<int *>(nodes + blockDim.x);
  nodes[threadIdx.x].key = 1;
  nodes[threadIdx.x].weight = 2;
  marks[threadIdx.x] = 0;
}
