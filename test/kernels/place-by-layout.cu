// Where a pixel lies is computed, or found in a table, by a number that the host passes on. Only the table says whether two threads
// find one pixel: in all other layouts they do not.
// expect: conditional: layout != 4
// expect: possible inter-block-race line 21 with line 21
__global__ void drawn(const int *__restrict__ colors, const int2 *__restrict__ table, int *__restrict__ image, unsigned width, unsigned height,
                      int layout) {
  const unsigned tile = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned row, column;
  bool isInside;
  if (layout == 4) {
    row = table[tile * 256 + threadIdx.x].y;
    column = table[tile * 256 + threadIdx.x].x;
    isInside = true;
  } else {
    row = blockIdx.y * 16 + threadIdx.x / 16;
    column = blockIdx.x * 16 + threadIdx.x % 16;
    isInside = row < height && column < width;
  }
  const int pixel = row * width + column;
  image += blockIdx.z * height * width;
  if (isInside) image[pixel] = colors[pixel];
}

void draw(const int *host, int width, int height, int images, int layout) {
  int *colors, *image;
  int2 *table;
  cudaMalloc(&colors, width * height * sizeof(int));
  cudaMalloc(&image, images * width * height * sizeof(int));
  cudaMalloc(&table, width * height * sizeof(int2));
  cudaMemcpy(colors, host, width * height * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(table, host, width * height * sizeof(int2), cudaMemcpyHostToDevice);
  drawn<<<dim3((width + 15) / 16, (height + 15) / 16, images), 256>>>(colors, table, image, width, height, layout);
}
