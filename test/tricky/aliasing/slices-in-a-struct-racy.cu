// Slices of one buffer lie 32 words apart and are 64 long: thread 0 writes word 32, which thread 31 reads.
// expect: racy line 7 with line 7
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
  for (int i = 0; i < 4; i++) planes.p[i] = all + 32 * i;
  reverse<<<1, 64>>>(planes);
  return cudaDeviceSynchronize();
}
