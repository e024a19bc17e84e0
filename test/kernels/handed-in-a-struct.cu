// A function of another file gets the address in a struct, and can write there.
// expect: inconclusive: calls draw, which has no body here and is handed seeds (test/kernels/handed-in-a-struct.cu:11)
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
