// The handles lie in device memory; all textures lie over other buffers.
// expect: race-free
__global__ void reverse(int *out, const cudaTextureObject_t *in, int layer) {
  out[threadIdx.x] = tex1Dfetch<int>(in[layer], 63 - threadIdx.x);
}
int main(int argc, char **) {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  cudaTextureObject_t made[2];
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = c;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 64 * sizeof(int);
  cudaTextureDesc description = {};
  cudaCreateTextureObject(&made[0], &resource, &description, nullptr);
  resource.res.linear.devPtr = b;
  cudaCreateTextureObject(&made[1], &resource, &description, nullptr);
  cudaTextureObject_t *table;
  cudaMalloc(&table, sizeof made);
  cudaMemcpy(table, made, sizeof made, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(a, table, argc - 1);
  return cudaDeviceSynchronize();
}
