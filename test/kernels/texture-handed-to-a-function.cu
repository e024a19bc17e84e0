// A reference to a texture is handed to a device function by its value: the function has a copy of its own.
// expect: race-free
// assuming: no texture reads memory
typedef texture<float4, 1, cudaReadModeElementType> Positions;
Positions positions;

__device__ float4 fetch(const float4 *plain, Positions from, unsigned i) {
  return i < 64 ? tex1Dfetch(from, i) : plain[i];
}

__global__ void lengths(float *out, const float4 *plain, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 at = fetch(plain, positions, i);
  out[i] = at.x * at.x + at.y * at.y + at.z * at.z;
}

void launch(float *out, const float4 *plain, int n) {
  lengths<<<64, 128>>>(out, plain, n);
}
