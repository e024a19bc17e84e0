// One thread of a block finds the child to go on with: its key is not above the one that is wanted, and the next one is.
// expect: conditional: monotone(nodes.keys); blockDim.x <= 256; distinct(nodes.keys)
// expect: possible intra-block-race line 18 with line 18
// expect: possible intra-block-race line 23 with line 23
#define ORDER 256
struct Node {
  int place;
  int children[ORDER + 1];
  int keys[ORDER + 1];
  bool isLeaf;
};

__global__ void descend(const Node *nodes, const int *wanted, int *now, int *next, int *found, int levels) {
  const int t = threadIdx.x;
  const int b = blockIdx.x;
  for (int level = 0; level < levels; level++) {
    const Node *node = &nodes[now[b]];
    if (node->keys[t] <= wanted[b] && node->keys[t + 1] > wanted[b]) next[b] = node->children[t];
    __syncthreads();
    if (t == 0) now[b] = next[b];
    __syncthreads();
  }
  if (nodes[now[b]].keys[t] == wanted[b]) found[b] = nodes[now[b]].children[t];
}

void run(const Node *nodes, const int *wanted, int *now, int *next, int *found, int queries, int order, int levels) {
  const int threads = order < 1024 ? order : 1024;
  descend<<<queries, threads>>>(nodes, wanted, now, next, found, levels);
}
