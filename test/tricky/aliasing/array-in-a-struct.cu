// Each of the four planes is a buffer of its own.
// expect: race-free
struct Planes {
  int *p[4];
};
__global__ void reverse(Planes planes) {
  planes.p[1][threadIdx.x] = planes.p[0][63 - threadIdx.x];
}
int main() {
  Planes planes;
  for (int i = 0; i < 4; i++) cudaMalloc(&planes.p[i], 64 * sizeof(int));
  reverse<<<1, 64>>>(planes);
  return cudaDeviceSynchronize();
}
