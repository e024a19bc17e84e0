// Another function allocated both entries.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static int *field[2];
static void prepare() {
  cudaMalloc(&field[0], 64 * sizeof(int));
  cudaMalloc(&field[1], 64 * sizeof(int));
}
static void step() { reverse<<<1, 64>>>(field[1], field[0]); }
int main() {
  prepare();
  step();
  return cudaDeviceSynchronize();
}
