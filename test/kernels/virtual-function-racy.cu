// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/virtual-function-racy.cu:17)
// expect: possible inter-block-race line 17 with line 17
// As virtual-function.cu, with one that counts its calls. Which of the classes the object is of was decided by a kernel before: either of its functions may be called.
// launch: grid 8 block 128
struct Shape {
  __device__ virtual float at(int x) const = 0;
};
struct Ramp : Shape {
  float slope;
  __device__ Ramp(float slope) : slope(slope) {}
  __device__ float at(int x) const override { return slope * x; }
};
struct Step : Shape {
  int edge;
  mutable int calls = 0;
  __device__ Step(int edge) : edge(edge) {}
  __device__ float at(int x) const override { calls++; return x < edge ? 0.f : 1.f; }
};

__global__ void drawn(float *out, const Shape *shape, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n) out[x] = shape->at(x);
}

__global__ void made(Shape **shape, bool isStep) { if (blockIdx.x + threadIdx.x == 0) *shape = isStep ? (Shape *)new Step(7) : new Ramp(2.f); }
