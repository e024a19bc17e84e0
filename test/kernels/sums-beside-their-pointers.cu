// What a thread counts by index stands in one struct with the pointers to where it goes: counting leaves these as they are.
// expect: race-free
#include <cuda_runtime.h>

template <int PARTS>
struct Counts {
  int *hits;
  float *weights;
  float weight[PARTS];
  int hit[PARTS];

  __device__ void begin(int image, int size) {
    hits += image * size;
    weights += image * size;
  }
  __device__ void clear(int part) {
    weight[part] = 0;
    hit[part] = 0;
  }
  __device__ void count(int part, float w) {
    weight[part] += w;
    hit[part]++;
  }
  __device__ void store(int part, int at) {
    hits[at] = hit[part];
    weights[at] = weight[part];
  }
};

template <typename Sums>
__global__ void counted(const float *in, Sums sums, int size, int rounds) {
  sums.begin(blockIdx.y, size);
  for (int p = 0; p < 2; p++) sums.clear(p);
  for (int k = 0; k < rounds; k++)
    for (int p = 0; p < 2; p++)
      if (in[k] > p) sums.count(p, in[k]);
  for (int p = 0; p < 2; p++) {
    int at = (2 * blockIdx.x + p) * blockDim.x + threadIdx.x;
    if (at < size) sums.store(p, at);
  }
}

void run(const float *in, int *hits, float *weights, int size, int images, int rounds) {
  Counts<2> counts{hits, weights};
  counted<<<dim3((size + 511) / 512, images), 256>>>(in, counts, size, rounds);
}
