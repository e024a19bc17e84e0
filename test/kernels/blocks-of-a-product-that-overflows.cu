// expect: inconclusive: not every thread of the launch satisfies: host arithmetic does not overflow (test/kernels/blocks-of-a-product-that-overflows.cu:7)
// Where `batches * length` fits into 32 bits this is never launched: nothing is proved of it.
__global__ void scale(float *values) { values[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }

void scaleAll(float *values, unsigned length, unsigned batches) {
  if (length < 65536 || batches < 65536) return;
  scale<<<(batches * length) / 512, 256>>>(values);
}
