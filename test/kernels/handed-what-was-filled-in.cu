// Another function of the other file fills in the struct: nobody knows where the pointer in it leads.
// expect: inconclusive: a pointer that the thread keeps in fill at an unknown index (test/kernels/handed-what-was-filled-in.cu:14); calls draw, which has no body here and is handed memory behind an unknown pointer (test/kernels/handed-what-was-filled-in.cu:14)
// launch: grid 4 block 64
struct State {
  int *seeds;
  int step;
};
extern __device__ void prepare(State *state);
extern __device__ int draw(State state);
__global__ void fill(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  prepare(&state);
  out[i] = draw(state);
}
