// expect: race-free
// The host looks for the highest bit of a size that it knows. Its loop is run pass by pass: how many there are says no closed form.
#include <cuda_runtime.h>

__global__ void turned(float *to, const float *from, int room, int size, int centre) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= size) return;
  int place = at - centre;
  if (place < 0) place += room;
  to[place] = from[at];
}

int room_for(int size) {
  int bit = 31;
  while (bit >= 0 && !(size & (1u << bit))) bit--;
  int below = 1 << bit;
  return below == size ? size : below << 1;
}

int main() {
  const int size = 300;
  int room = room_for(size);
  float *to, *from;
  cudaMalloc(&to, room * sizeof(float));
  cudaMalloc(&from, size * sizeof(float));
  turned<<<(size + 127) / 128, 128>>>(to, from, room, size, 4);
}
