// Whatever the texture reads, threads 0 and 1 both write out[0].
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void mirror(float *out, cudaTextureObject_t source) {
  out[threadIdx.x / 2] = tex1Dfetch<float>(source, 63 - threadIdx.x);
}
