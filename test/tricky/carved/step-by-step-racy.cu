// The step behind the tags was forgotten: thread 0 writes byte 256 as tags[0] and as marks[0], thread 1 as marks[1].
// expect: racy line 12 with line 13
// launch: grid 1 block 64
extern __shared__ char raw[];
__global__ void mark() {
  char *next = raw;
  int *keys = reinterpret_cast<int *>(next);
  next += blockDim.x * sizeof(int);
  short *tags = reinterpret_cast<short *>(next);
  char *marks = next;
  keys[threadIdx.x] = 1;
  tags[threadIdx.x] = 2;
  marks[threadIdx.x] = 3;
}
