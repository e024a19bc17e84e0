// Another function binds the reference to the buffer that is written.
// expect: racy line 7 with line 7
texture<int> in;
static int *buffer;
static cudaArray_t array;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
void prepare() {
  cudaMalloc(&buffer, 64 * sizeof(int));
  cudaBindTexture(nullptr, in, buffer, 64 * sizeof(int));
}
void run() { reverse<<<1, 64>>>(buffer); }
