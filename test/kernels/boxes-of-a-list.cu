// Each block adds to the particles of its own box, which begin where a list says: boxes that overlap are none that anybody has.
// expect: conditional: segments(boxes.first, 100)
// expect: possible inter-block-race line 11 with line 11
struct Box {
  int first;
  int count;
};

__global__ void push(const Box *boxes, const float *forces, float *speeds) {
  int first = boxes[blockIdx.x].first;
  for (int i = threadIdx.x; i < 100; i += blockDim.x) speeds[first + i] += forces[first + i];
}

void launch(const Box *boxes, const float *forces, float *speeds, int count) {
  push<<<count, 64>>>(boxes, forces, speeds);
}
