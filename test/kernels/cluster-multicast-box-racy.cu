// The box is one row larger than what the phases expect, and covers the scales.
// expect: async-copy-race line 22 with line 23
// expect: async-copy-race line 22 with line 27
#include <cuda.h>
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) scale_rows(const __grid_constant__ CUtensorMap tiles, const float *__restrict__ scales,
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
  }
  cluster_arrive();
  cluster_wait();
  if (t == 0 && rank_in_cluster() == 0) load_box_for_all(stage.tile, &tiles, 0, blockIdx.x / 2 * 32, &full, 3);
  if (t < 32) stage.scale[t] = scales[blockIdx.x * 32 + t];
  __syncthreads();
  mbar_wait(&full, 0);
  for (int row = t / 32; row < 32; row += blockDim.x / 32)
    out[(blockIdx.x * 32 + row) * 32 + t % 32] = stage.scale[row] * stage.tile[31 - row][t % 32];
  cluster_arrive();
  cluster_wait();
}

CUtensorMap map_of(float *matrix, cuuint64_t rows, cuuint64_t columns, cuuint32_t height, cuuint32_t width) {
  CUtensorMap map;
  cuuint64_t sizes[2] = {columns, rows};
  cuuint64_t strides[1] = {columns * sizeof(float)};
  cuuint32_t box[2] = {width, height};
  cuuint32_t steps[2] = {1, 1};
  CUresult result = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps,
                                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) exit(1);
  return map;
}

void run(float *matrix, float *factors, float *out, int rows) {
  CUtensorMap tiles = map_of(matrix, rows, 32, 33, 32);
  scale_rows<<<rows / 32, 256>>>(tiles, factors, out);
}
