// Each block writes one head of the slot that it is given: two of one slot are one place, and so is a head too many.
// expect: conditional: distinct(slots); heads >= gridDim.y
// expect: possible inter-block-race line 8 with line 8
__global__ void append(const int *slots, const float *in, float *cache, int heads, int size) {
  int token = blockIdx.x;
  int head = blockIdx.y;
  int t = threadIdx.x;
  if (t < size) cache[(slots[token] * heads + head) * size + t] = in[(token * heads + head) * size + t];
}
