// Another file gets the function, and calls it with what it likes.
// expect: conditional: blockDim.x <= 64
// expect: possible intra-block-race line 6 with line 6
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
void onTimer(void (*callback)(int));
static int *buffer;
static void go(int size) { fold<<<1, size>>>(buffer); }
int main() {
  cudaMalloc(&buffer, 4096);
  onTimer(go);
  go(64);
}
