// All four planes point to one buffer: thread 0 writes planes.p[1][0] while thread 63 reads planes.p[0][0].
// expect: racy line 7 with line 7
struct Planes {
  int *p[4];
};
__global__ void reverse(Planes planes) {
  planes.p[1][threadIdx.x] = planes.p[0][63 - threadIdx.x];
}
int main() {
  Planes planes;
  int *plane;
  cudaMalloc(&plane, 64 * sizeof(int));
  for (int i = 0; i < 4; i++) planes.p[i] = plane;
  reverse<<<1, 64>>>(planes);
  return cudaDeviceSynchronize();
}
