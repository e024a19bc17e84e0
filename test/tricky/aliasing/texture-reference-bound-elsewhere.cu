// Another function binds the reference to an array, which nobody writes.
// expect: race-free
texture<int> in;
static int *buffer;
static cudaArray_t array;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
void prepare() {
  cudaMalloc(&buffer, 64 * sizeof(int));
  cudaBindTextureToArray(in, array);
}
void run() { reverse<<<1, 64>>>(buffer); }
