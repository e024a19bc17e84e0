// The constructor makes both members one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
class Simulation {
 public:
  Simulation() {
    cudaMalloc(&now, 64 * sizeof(int));
    next = now;
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
