// Rows within planes, with the distances of both as arguments: two threads meet only where a distance is shorter than what lies in it,
// which is no launch that anybody is known to make.
// expect: conditional: strided(out, plane_stride, row_stride)
// expect: possible inter-block-race line 9 with line 9
#include <cuda_runtime.h>

__global__ void scale_rows(float *out, int n, int plane_stride, int row_stride) {
  float *row = out + plane_stride * blockIdx.x + row_stride * blockIdx.y;
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = 2.0f * i;
}

template <class T>
void launch(T *out, int planes, int rows, int n, int plane_stride, int row_stride) {
  scale_rows<<<dim3(planes, rows), 128>>>(out, n, plane_stride, row_stride);
}
template void launch<float>(float *, int, int, int, int, int);
