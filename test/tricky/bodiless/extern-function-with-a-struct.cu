// The struct that another unit's function gets holds numbers alone.
// expect: race-free
// launch: grid 4 block 64
struct State {
  int seed;
  int step;
};
extern __device__ int draw(State state);
__global__ void fill(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(State{i, 3});
}
