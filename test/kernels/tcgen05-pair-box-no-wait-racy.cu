// The products do not wait for the tiles.
// expect: async-copy-race line 29 with line 33
// expect: async-copy-race line 30 with line 33
#include <cuda.h>
#include "tcgen05-pair.cuh"

const int COLUMNS = 32;

__global__ void __cluster_dims__(2, 1, 1) multiply(const __grid_constant__ CUtensorMap rows,
                                                   const __grid_constant__ CUtensorMap weights, uint32_t *out) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS / 2 * 32];
  __shared__ uint64_t full, done;
  __shared__ uint32_t address;
  int t = threadIdx.x, block = blockIdx.x;
  bool first = rank_in_cluster() == 0;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_init(&done, 1);
    if (first) mbar_arrive_expect(&full, 2 * (sizeof(a) + sizeof(b)));
  }
  if (t < 32) pair_alloc(&address, COLUMNS);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  cluster_arrive();
  cluster_wait();
  if (t == 0) {
    pair_load_box(a, &rows, 0, block * 128, &full);
    pair_load_box(b, &weights, 0, block % 2 * COLUMNS / 2, &full);
  }
  if (first && t == 0) {
    for (int i = 0; i < 4; i++) pair_multiply(tensor, rows_at(a) + 2 * i, rows_at(b) + 2 * i, COLUMNS, i > 0);
    pair_commit_to(&done, 3);
  }
  __syncwarp();
  mbar_wait(&done, 0);
  tensor_fence_after();
  uint32_t r[4];
  tensor_load(r, tensor + (t / 32 * 32 << 16));
  tensor_wait_load();
  for (int j = 0; j < 4; j++) out[(block * 128 + t) * 4 + j] = r[j];
  tensor_fence_before();
  cluster_arrive();
  cluster_wait();
  if (t < 32) pair_free(tensor, COLUMNS);
}

CUtensorMap map_of(uint32_t *matrix, cuuint64_t rows, cuuint64_t columns, cuuint32_t height) {
  CUtensorMap map;
  cuuint64_t sizes[2] = {columns, rows};
  cuuint64_t strides[1] = {columns * sizeof(uint32_t)};
  cuuint32_t box[2] = {32, height};
  cuuint32_t steps[2] = {1, 1};
  CUresult result = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, matrix, sizes, strides, box, steps,
                                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) exit(1);
  return map;
}

void run(uint32_t *rows, uint32_t *weights, uint32_t *out, int blocks) {
  multiply<<<2 * blocks, 128>>>(map_of(rows, 256 * blocks, 32, 128), map_of(weights, COLUMNS, 32, COLUMNS / 2), out);
}
