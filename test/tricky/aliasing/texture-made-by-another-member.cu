// One member makes the texture over an array, which nobody writes.
// expect: race-free
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
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  cudaCreateTextureObject(&in, &resource, &description, nullptr);
}
void Mirror::run() { reverse<<<1, 64>>>(out, in); }
