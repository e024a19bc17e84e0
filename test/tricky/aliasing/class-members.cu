// The constructor allocates both members.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
class Simulation {
 public:
  Simulation() {
    cudaMalloc(&now, 64 * sizeof(int));
    cudaMalloc(&next, 64 * sizeof(int));
  }
  void step() { reverse<<<1, 64>>>(next, now); }

 private:
  int *now, *next;
};
int main() {
  Simulation simulation;
  simulation.step();
  return cudaDeviceSynchronize();
}
