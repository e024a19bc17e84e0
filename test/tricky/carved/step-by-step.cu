// Every part is followed by its step.
// expect: race-free
// launch: grid 1 block 64
extern __shared__ char raw[];
__global__ void mark() {
  char *next = raw;
  int *keys = reinterpret_cast<int *>(next);
  next += blockDim.x * sizeof(int);
  short *tags = reinterpret_cast<short *>(next);
  next += blockDim.x * sizeof(short);
  char *marks = next;
  keys[threadIdx.x] = 1;
  tags[threadIdx.x] = 2;
  marks[threadIdx.x] = 3;
}
