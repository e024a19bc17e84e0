// A ring of two stages with maps in a struct, made by the driver's function as programs get it that do not link the driver. What is
// expected of a phase is what its two boxes have.
// expect: race-free
#include <cuda.h>
#include <cudaTypedefs.h>
#include "mbarrier.cuh"

struct Maps {
  CUtensorMap left, right;
};

const int STAGES = 2;

__global__ void multiply(const __grid_constant__ Maps maps, float *__restrict__ out, int n) {
  __shared__ alignas(1024) float a[STAGES][1024];
  __shared__ alignas(1024) float b[STAGES][512];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128) {
      for (int k = 0; k < n; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_arrive_expect(&full[s], sizeof(a[0]) + sizeof(b[0]));
        load_box(a[s], &maps.left, k * 32, 0, &full[s]);
        load_box(b[s], &maps.right, k * 32, 0, &full[s]);
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      sum += a[s][127 - t] * b[s][t];
      mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}

CUtensorMap map_of(float *matrix, cuuint64_t rows, cuuint64_t columns, cuuint32_t height) {
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &found);
  auto encode = reinterpret_cast<PFN_cuTensorMapEncodeTiled>(entry);
  CUtensorMap map;
  cuuint64_t sizes[2] = {columns, rows};
  cuuint64_t strides[1] = {columns * sizeof(float)};
  cuuint32_t box[2] = {32, height};
  cuuint32_t steps[2] = {1, 1};
  encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

void run(float *left, float *right, float *out, int k) {
  Maps maps = {map_of(left, 32, k, 32), map_of(right, 16, k, 16)};
  multiply<<<16, 160>>>(maps, out, k / 32);
}
