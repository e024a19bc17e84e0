// The struct lies in memory: where the pointer in it leads, nobody knows.
// expect: inconclusive: calls draw, which has no body here and is handed *states[…] (test/kernels/handed-in-an-array-of-structs.cu:11)
// launch: grid 4 block 64
struct State {
  int *seeds;
  int step;
};
extern __device__ int draw(State state);
__global__ void fill(int *out, const State *states) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(states[i]);
}
