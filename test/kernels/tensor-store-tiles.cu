// Tiles of a matrix go through shared memory, there and back by maps that the host makes: each block has its own.
// expect: race-free
#include <cuda.h>
#include "mbarrier.cuh"

const int SIDE = 32;

#define store_box(map, x, y, from)                                                                                    \
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), \
               "r"(y), "r"(shared_address(from))                                                                      \
               : "memory")

__global__ void scale(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out, float factor) {
  __shared__ alignas(128) float tile[SIDE][SIDE];
  __shared__ uint64_t full;
  int t = threadIdx.x, x = blockIdx.x * SIDE, y = blockIdx.y * SIDE;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(tile));
    load_box(tile, &in, x, y, &full);
  }
  __syncthreads();
  mbar_wait(&full, 0);
  for (int row = t / SIDE; row < SIDE; row += blockDim.x / SIDE) tile[row][t % SIDE] *= factor;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    store_box(&out, x, y, tile);
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

CUtensorMap map_of(float *matrix, cuuint64_t rows, cuuint64_t columns) {
  CUtensorMap map;
  cuuint64_t sizes[2] = {columns, rows}, strides[1] = {columns * sizeof(float)};
  cuuint32_t box[2] = {SIDE, SIDE}, steps[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

int main() {
  const int rows = 4096, columns = 2048;
  float *in, *out;
  cudaMalloc(&in, rows * columns * sizeof(float));
  cudaMalloc(&out, rows * columns * sizeof(float));
  scale<<<dim3(columns / SIDE, rows / SIDE), 256>>>(map_of(in, rows, columns), map_of(out, rows, columns), 2);
}
