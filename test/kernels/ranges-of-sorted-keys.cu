// Equal keys stand beside each other, so that each has one beginning and one end: that they are sorted is what nobody says.
// expect: conditional: monotone(keys)
// expect: possible inter-block-race line 9 with line 9
// expect: possible inter-block-race line 10 with line 10
__global__ void ranges(const int *keys, int *begin, int *end, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = keys[i];
  if (i == 0 || keys[i - 1] != key) begin[key] = i;
  if (i == n - 1 || keys[i + 1] != key) end[key] = i + 1;
}

void launch(const int *keys, int *begin, int *end, int n) {
  ranges<<<(n + 255) / 256, 256>>>(keys, begin, end, n);
}
