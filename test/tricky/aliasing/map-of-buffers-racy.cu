// The map holds one buffer under two keys: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 6 with line 6
#include <map>
#include <string>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::map<std::string, int *> fields;
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  fields["pressure"] = a;
  fields["density"] = a;
  reverse<<<1, 64>>>(fields["pressure"], fields["density"]);
  return cudaDeviceSynchronize();
}
