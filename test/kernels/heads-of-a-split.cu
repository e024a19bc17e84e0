// expect: race-free
// Three parts of one memory of rows * width elements each, and rows of heads * (width / heads) elements that are sorted by head.

__global__ void split_heads(float *q, float *k, const float *in, int batch, int rows, int heads, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batch * heads * rows * size) {
    int b = i / (heads * rows * size);
    int rest = i % (heads * rows * size);
    int head = rest / (rows * size);
    rest = rest % (rows * size);
    int from = ((b * rows + rest / size) * 2 * heads + head) * size + rest % size;
    q[i] = in[from];
    k[i] = in[from + heads * size];
  }
}

__global__ void join_heads(float *out, const float *in, int batch, int rows, int heads, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batch * heads * rows * size) {
    int b = i / (heads * rows * size);
    int rest = i % (heads * rows * size);
    int head = rest / (rows * size);
    rest = rest % (rows * size);
    out[b * heads * rows * size + rest / size * heads * size + head * size + rest % size] = in[i];
  }
}

void attention(float *memory, float *in, float *out, int batch, int rows, int width, int heads) {
  int size = width / heads;
  int blocks = (batch * rows * width + 255) / 256;
  split_heads<<<blocks, 256>>>(memory, memory + batch * rows * width, in, batch, rows, heads, size);
  join_heads<<<blocks, 256>>>(out, memory, batch, rows, heads, size);
}
