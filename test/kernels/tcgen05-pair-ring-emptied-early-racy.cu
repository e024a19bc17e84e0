// The second block does not wait until its tiles have been read.
// expect: async-copy-race line 39 with line 39
// expect: async-copy-race line 39 with line 46
// expect: async-copy-race line 40 with line 40
// expect: async-copy-race line 40 with line 46
#include <cuda.h>
#include "tcgen05-pair.cuh"

const int STAGES = 4, COLUMNS = 32;

__global__ void __cluster_dims__(2, 1, 1) multiply(const __grid_constant__ CUtensorMap rows,
                                                   const __grid_constant__ CUtensorMap weights, uint32_t *out, int steps) {
  extern __shared__ __align__(1024) uint32_t tiles[];
  uint32_t(*a)[128 * 32] = (uint32_t(*)[128 * 32])tiles;
  uint32_t(*b)[COLUMNS / 2 * 32] = (uint32_t(*)[COLUMNS / 2 * 32])(tiles + STAGES * 128 * 32);
  __shared__ uint64_t full[STAGES], empty[STAGES], done;
  __shared__ uint32_t address;
  int t = threadIdx.x, block = blockIdx.x;
  bool first = rank_in_cluster() == 0;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 1);
    }
    mbar_init(&done, 1);
  }
  if (t < 32) pair_alloc(&address, COLUMNS);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  cluster_arrive();
  cluster_wait();
  if (t == 128) {
    for (int k = 0; k < steps; k++) {
      int s = k % STAGES;
      if (first) mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
      if (first) mbar_arrive_expect(&full[s], 2 * (sizeof(a[0]) + sizeof(b[0])));
      pair_load_box(a[s], &rows, k * 32, block * 128, &full[s]);
      pair_load_box(b[s], &weights, k * 32, block % 2 * COLUMNS / 2, &full[s]);
    }
  } else if (first && t == 0) {
    for (int k = 0; k < steps; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      for (int i = 0; i < 4; i++) pair_multiply(tensor, rows_at(a[s]) + 2 * i, rows_at(b[s]) + 2 * i, COLUMNS, k + i > 0);
      pair_commit_to(&empty[s], 3);
    }
    pair_commit_to(&done, 3);
  }
  __syncwarp();
  if (t < 128) {
    mbar_wait(&done, 0);
    tensor_fence_after();
    for (int i = 0; i < COLUMNS; i += 4) {
      uint32_t r[4];
      tensor_load(r, tensor + (t / 32 * 32 << 16) + i);
      tensor_wait_load();
      for (int j = 0; j < 4; j++) out[(block * 128 + t) * COLUMNS + i + j] = r[j];
    }
    tensor_fence_before();
  }
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

void run(uint32_t *rows, uint32_t *weights, uint32_t *out, int blocks, int steps) {
  int bytes = STAGES * (128 + COLUMNS / 2) * 32 * sizeof(uint32_t);
  cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  multiply<<<2 * blocks, 160, bytes>>>(map_of(rows, 256 * blocks, 32 * steps, 128),
                                       map_of(weights, COLUMNS, 32 * steps, COLUMNS / 2), out, steps);
}
