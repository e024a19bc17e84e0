// The words begin after 64 words, and the nodes have two each: thread 0 writes marks[0], which is the key of nodes[32].
// expect: racy line 12 with line 14
// expect: racy line 13 with line 14
// launch: grid 1 block 64
struct Node {
  int key;
  float weight;
};
__global__ void build() {
  extern __shared__ Node nodes[];
  int *marks = reinterpret_cast<int *>(nodes) + blockDim.x;
  nodes[threadIdx.x].key = 1;
  nodes[threadIdx.x].weight = 2;
  marks[threadIdx.x] = 0;
}
