// What the thread keeps for itself leads to what all threads have.
// expect: inconclusive: calls draw, which has no body here and is handed seeds (test/kernels/handed-behind-a-pointer.cu:12)
// launch: grid 4 block 64
struct State {
  int *seeds;
  int step;
};
extern __device__ int draw(State *state);
__global__ void fill(int *out, int *seeds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state{seeds, 3};
  out[i] = draw(&state);
}
