// expect: inconclusive: a and b may be the same memory: the pointers that the host passes are not known (test/kernels/host-size-from-a-library-racy.cu:14); a possible inter-block-race was neither proved nor ruled out (test/kernels/host-size-from-a-library-racy.cu:8)
// expect: possible inter-block-race line 8 with line 8
// The twin of host-size-from-a-library.cu: each thread reads the next one's element while that is written, whatever memory the two are.
#include <cufftXt.h>

__global__ void multiply(float2 *a, const float2 *b, int size) {
  const int all = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += all) a[i].x *= a[i + 1].x * b[i].x;
}

static void multiplyAll(cudaLibXtDesc *to, cudaLibXtDesc *by, int devices) {
  for (int i = 0; i < devices; i++) {
    cudaSetDevice(to->descriptor->GPUs[i]);
    multiply<<<32, 256>>>((float2 *)to->descriptor->data[i], (float2 *)by->descriptor->data[i],
                          int(to->descriptor->size[i] / sizeof(float2)));
  }
}

int main() {
  cufftHandle plan;
  cufftCreate(&plan);
  size_t *sizes = (size_t *)malloc(2 * sizeof(size_t));
  cufftMakePlan1d(plan, 1024, CUFFT_C2C, 1, sizes);
  cudaLibXtDesc *to, *by;
  cufftXtMalloc(plan, &to, CUFFT_XT_FORMAT_INPLACE);
  cufftXtMalloc(plan, &by, CUFFT_XT_FORMAT_INPLACE);
  multiplyAll(to, by, 2);
  return 0;
}
