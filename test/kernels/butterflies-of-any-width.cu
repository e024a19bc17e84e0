// Each thread takes four elements, a stride apart: its number without the low bits below the stride says which.
// expect: race-free
// launch: grid 64 block 256
// gpurace: assume powerOfTwo(stride)
__global__ void butterfly(float *data, int stride) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = thread & (stride - 1);
  const int first = ((thread - low) << 2) + low;
  const int second = first + stride;
  const int third = second + stride;
  const float a = data[first];
  const float b = data[second];
  const float c = data[third];
  const float d = data[third + stride];
  data[first] = a + b + c + d;
  data[second] = a - b + c - d;
  data[third] = a + b - c - d;
  data[third + stride] = a - b - c + d;
}
