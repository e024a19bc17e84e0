// Where a pixel lies is computed, or found in a table, by a number that the host passes on. Its channels follow each other, so that the place
// is read as unsigned either way: the computed one is a sum of sizes, and what the table holds may be anything.
// expect: conditional: layout != 4
// expect: possible inter-block-race line 20 with line 20
struct Place {
  unsigned column, row;
};

__global__ void tinted(const Place *__restrict__ table, float *__restrict__ image, unsigned width, unsigned height, int layout) {
  unsigned row = blockIdx.y * 16 + threadIdx.x / 16, column = blockIdx.x * 16 + threadIdx.x % 16;
  if (layout == 4) {
    const Place place = table[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x];
    row = place.row;
    column = place.column;
  } else if (row >= height || column >= width) {
    return;
  }
  const int pixel = row * width + column;
  image += 3 * blockIdx.z * height * width;
  for (unsigned k = 0; k < 3; k++) image[pixel * 3u + k] = k * 0.5f;
}

void tint(const Place *table, float *image, unsigned width, unsigned height, unsigned images, int layout) {
  tinted<<<dim3((width + 15) / 16, (height + 15) / 16, images), 256>>>(table, image, width, height, layout);
}
