// Copies go one stage too far: the fifth is into the buffer that the first is read from. It takes more rounds than a small width has.
// expect: async-copy-race line 17 with line 23
// expect: async-copy-race line 17 with line 17
#include <cuda/pipeline>
#include <cstdlib>

__global__ void sums_of_tiles(const float *in, float *out, int width) {
  const int STAGES = 4;
  __shared__ alignas(16) float tiles[STAGES][16][16];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int first = width * 16 * blockIdx.y, last = first + width - 1, part = threadIdx.x * 4;
  float sum = 0;
  for (int at = first, round = 0, ahead = first, stage = 0; at <= last; at += 16, round++) {
    for (; ahead <= at + 16 * STAGES; ahead += 16, stage++) {
      pipe.producer_acquire();
      if (ahead <= last && part < 16)
        cuda::memcpy_async(&tiles[stage % STAGES][threadIdx.y][part], &in[ahead + width * threadIdx.y + part], cuda::aligned_size_t<16>(16), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    const int which = round % STAGES;
    for (int k = 0; k < 16; k++) sum += tiles[which][threadIdx.y][k];
    pipe.consumer_release();
  }
  out[width * 16 * blockIdx.y + 16 * blockIdx.x + width * threadIdx.y + threadIdx.x] = sum;
}

int main(int count, char **words) {
  dim3 size(640, 640, 1);
  if (count > 1) size.x = atoi(words[1]);
  if (count > 2) size.y = atoi(words[2]);
  if (size.x != size.y) return 1;
  float *in, *out;
  cudaMalloc(&in, size.x * size.y * sizeof(float));
  cudaMalloc(&out, size.x * size.y * sizeof(float));
  dim3 threads(16, 16, 1), grid(size.x / threads.x, size.y / threads.y);
  sums_of_tiles<<<grid, threads>>>(in, out, size.x);
}
