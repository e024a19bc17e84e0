// One struct is passed for both parameters: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 9 with line 9
struct Field {
  int *values;
  unsigned count;
};
__global__ void reverse(Field to, Field from) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to.count) to.values[i] = from.values[from.count - 1 - i];
}
static Field makeField(unsigned count) {
  Field field{nullptr, count};
  cudaMalloc(&field.values, count * sizeof(int));
  return field;
}
int main() {
  Field height = makeField(64);
  Field speed = makeField(64);
  reverse<<<2, 32>>>(height, height);
  return cudaDeviceSynchronize();
}
