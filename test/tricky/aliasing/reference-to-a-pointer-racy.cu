// A reference made `next` an alias of `now` before the launch: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static void prepare(int *&target, int *source) {
  target = source;
}
int main() {
  int *now, *next;
  cudaMalloc(&now, 64 * sizeof(int));
  prepare(next, now);
  reverse<<<1, 64>>>(next, now);
  return cudaDeviceSynchronize();
}
