// The map is a member of a class with a copy constructor, which the host passes by its address; a function with a loop makes it.
// expect: race-free
#include <cuda.h>
#include "mbarrier.cuh"

struct Tiles {
  float *data;
  int rows;
  CUtensorMap map;
  Tiles(float *data, int rows);
  __host__ __device__ Tiles(const Tiles &other) : data(other.data), rows(other.rows), map(other.map) {}
};

__global__ void scale_rows(const __grid_constant__ Tiles tiles, const float *__restrict__ scales,
                           float *__restrict__ out) {
  __shared__ struct {
    alignas(128) float tile[32][32];
    float scale[32];
  } stage;
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(stage.tile));
    load_box(stage.tile, &tiles.map, 0, blockIdx.x * 32, &full);
  }
  if (t < 32) stage.scale[t] = scales[blockIdx.x * 32 + t];
  __syncthreads();
  mbar_wait(&full, 0);
  for (int row = t / 32; row < 32; row += blockDim.x / 32)
    out[(blockIdx.x * 32 + row) * 32 + t % 32] = stage.scale[row] * stage.tile[31 - row][t % 32];
}

void encode(CUtensorMap *map, float *matrix, int rows) {
  cuuint64_t sizes[2] = {32, cuuint64_t(rows)};
  cuuint64_t strides[1] = {32 * sizeof(float)};
  cuuint32_t box[2] = {32, 32};
  cuuint32_t steps[2] = {1, 1};
  CUresult result = cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps,
                                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result == CUDA_SUCCESS) return;
  for (cuuint32_t side : box) printf("%u ", side);
  exit(1);
}

Tiles::Tiles(float *data, int rows) : data(data), rows(rows) { encode(&map, data, rows); }

void run(float *matrix, float *factors, float *out, int rows) {
  Tiles tiles(matrix, rows);
  scale_rows<<<rows / 32, 256>>>(tiles, factors, out);
}
