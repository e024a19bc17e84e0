// Every thread writes the same struct for its block, with what the block has in common: a note at most.
// expect: inconclusive
#include <cuda_runtime.h>

struct Box {
  float low, high;
  int count;
};

__global__ void bounds(const float *in, Box *boxes) {
  const float *mine = in + blockIdx.x * 64;
  Box box = {mine[0], mine[63], 64}; // twin: Box box = {mine[0], mine[63], (int)threadIdx.x};
  boxes[blockIdx.x] = box;
}

void run(const float *in, Box *boxes, int blocks) { bounds<<<blocks, 64>>>(in, boxes); }
