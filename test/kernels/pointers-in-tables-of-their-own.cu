// Each device has buffers of its own, in a struct and in a table.
// expect: race-free
struct Plan {
  int n;
  float *out;
  float *in;
};
__global__ void shift(float *out, const float *in, const float *weights, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1] * weights[i + 2];
}
Plan plans[64];
int main(int argc, char **argv) {
  int devices = argc, n = 1 << 20;
  float *weights[64];
  for (int i = 0; i < devices; i++) {
    float *own;
    cudaMalloc(&own, n * sizeof(float));
    weights[i] = own;
    plans[i].n = n / devices;
    cudaMalloc(&plans[i].out, n * sizeof(float));
    cudaMalloc(&plans[i].in, n * sizeof(float));
  }
  for (int i = 0; i < devices; i++)
    shift<<<n / 256, 256>>>(plans[i].out, plans[i].in, weights[i], plans[i].n);
}
