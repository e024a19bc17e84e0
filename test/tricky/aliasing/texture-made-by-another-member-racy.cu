// One member makes the texture over the buffer that another member has written.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, cudaTextureObject_t in) {
  out[threadIdx.x] = tex1Dfetch<int>(in, 63 - threadIdx.x);
}
class Mirror {
 public:
  void prepare();
  void run();

 private:
  int *out;
  cudaArray_t array;
  cudaTextureObject_t in;
};
void Mirror::prepare() {
  cudaMalloc(&out, 64 * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = out;
  cudaTextureDesc description = {};
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
}
void Mirror::run() { reverse<<<1, 64>>>(out, in); }
