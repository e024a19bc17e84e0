// Another function made both entries one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static int *field[2];
static void prepare() {
  cudaMalloc(&field[0], 64 * sizeof(int));
  field[1] = field[0];
}
static void step() { reverse<<<1, 64>>>(field[1], field[0]); }
int main() {
  prepare();
  step();
  return cudaDeviceSynchronize();
}
