// expect: conditional: strided(out, nb1, nb2, nb3)
// expect: possible inter-block-race line 8 with line 8
// Strides are in bytes, as a tensor library keeps them.
#include <cstddef>
__global__ void copied(char *out, const float *in, int n, size_t nb1, size_t nb2, size_t nb3) {
  float *row = (float *)(out + blockIdx.z * nb3 + blockIdx.y * nb2 + threadIdx.y * nb1);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    row[i] = in[i];
}
