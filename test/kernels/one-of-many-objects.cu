// expect: conditional: stride >= 1
// expect: possible intra-block-race line 11 with line 11
// A pointer of the host leads to one of more objects than are told apart: what is stored by it may be stored in each of them, and the
// stride that is passed may be zero.
struct Config {
  int stride, n;
};

__global__ void fill(int *out, int stride, int n) {
  int i = threadIdx.x;
  if (i < n) out[i * stride] = i;
}

#define EIGHT(f, i) f(i##0) f(i##1) f(i##2) f(i##3) f(i##4) f(i##5) f(i##6) f(i##7)
#define ALL(f) EIGHT(f, 1) EIGHT(f, 2) EIGHT(f, 3) EIGHT(f, 4) EIGHT(f, 5)
#define MADE(i) Config config##i = {1, 256};
#define CHOSEN(i) if (which == i) chosen = &config##i;

void go(int *out, int which) {
  ALL(MADE)
  Config *chosen = &config10;
  ALL(CHOSEN)
  chosen->stride = 0;
  fill<<<1, 256>>>(out, config10.stride, config10.n);
}
