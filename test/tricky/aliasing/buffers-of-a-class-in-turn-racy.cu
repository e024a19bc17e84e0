// The turn comes before the launch, which then has the new buffer for both: thread 0 writes what thread 63 reads.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
class Field {
 public:
  Field() {
    cudaMalloc(&buffer[0], 64 * sizeof(int));
    cudaMalloc(&buffer[1], 64 * sizeof(int));
  }
  void step() {
    int next = 1 - current;
    current = next;
    reverse<<<1, 64>>>(buffer[next], buffer[current]);
  }

 private:
  int *buffer[2];
  int current = 0;
};
int main() {
  Field field;
  for (int i = 0; i < 10; i++) field.step();
  return cudaDeviceSynchronize();
}
