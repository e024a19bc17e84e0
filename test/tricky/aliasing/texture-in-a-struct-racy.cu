// The handle is a member of the argument, and its texture lies over the buffer that is written.
// expect: racy line 8 with line 8
struct Rows {
  int *out;
  cudaTextureObject_t in;
};
__global__ void reverse(Rows rows) {
  rows.out[threadIdx.x] = tex1Dfetch<int>(rows.in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = a;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 64 * sizeof(int);
  cudaTextureDesc description = {};
  Rows rows = {a, 0};
  cudaCreateTextureObject(&rows.in, &resource, &description, nullptr);
  reverse<<<1, 64>>>(rows);
  return cudaDeviceSynchronize();
}
