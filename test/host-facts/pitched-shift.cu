// Rows of pitched memory are written one element per thread: no row is shorter than what was asked for.
// fact: allocation
// without: inter-block-race line 9 with line 9, possible
// condition: pitch >= width
#define TILE 16
__global__ void shift(float *to, int pitch, int width, int height, int dx, int dy, cudaTextureObject_t from) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  to[y * pitch + x] = tex2D<float>(from, (x + dx) / (float)width, (y + dy) / (float)height);
}
#ifdef WITHOUT_FACT
void run(float *to, size_t pitch, int width, int height, cudaTextureObject_t from) {
#else
void run(int width, int height, cudaTextureObject_t from) {
  float *to;
  size_t pitch;
  cudaMallocPitch((void **)&to, &pitch, width * sizeof(float), height);
#endif
  dim3 grid(width / TILE, height / TILE), block(TILE, TILE);
  shift<<<grid, block>>>(to, (int)(pitch / sizeof(float)), width, height, 8, 4, from);
}
