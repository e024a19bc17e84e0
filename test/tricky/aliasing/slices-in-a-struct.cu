// Slices of one buffer lie 64 words apart and are 64 long.
// expect: race-free
struct Planes {
  int *p[4];
};
__global__ void reverse(Planes planes) {
  planes.p[1][threadIdx.x] = planes.p[0][63 - threadIdx.x];
}
int main() {
  Planes planes;
  int *all;
  cudaMalloc(&all, 4 * 64 * sizeof(int));
  for (int i = 0; i < 4; i++) planes.p[i] = all + 64 * i;
  reverse<<<1, 64>>>(planes);
  return cudaDeviceSynchronize();
}
