// Nobody says what the texture reads: that it is not what the kernel writes is assumed, and said.
// expect: race-free
// assuming: texture kernel writes
// launch: grid 1 block 64
__global__ void mirror(float *out, cudaTextureObject_t source) {
  out[threadIdx.x] = tex1Dfetch<float>(source, 63 - threadIdx.x);
}
