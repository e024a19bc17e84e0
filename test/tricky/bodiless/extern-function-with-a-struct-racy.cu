// The struct that another unit's function gets holds a pointer that all threads share.
// expect: unproved
// launch: grid 4 block 64
struct State {
  int *seeds;
  int step;
};
extern __device__ int draw(State state);
__global__ void fill(int *out, int *seeds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(State{seeds, 3});
}
