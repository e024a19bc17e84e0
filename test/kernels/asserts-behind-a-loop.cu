// What is asserted behind a loop that is left early says which launches work, and only one of these shows the races.
// expect: conditional: disjoint(starts.data, ends.data); disjoint(starts.data, valid); disjoint(ends.data, valid)
// expect: possible inter-block-race line 25 with line 36
// expect: possible inter-block-race line 25 with line 39
// expect: possible inter-block-race line 36 with line 39
#include <assert.h>

struct View {
  float *data;
  int count;
  int parts;
};

__global__ void trace(View starts, View ends, bool *valid) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(starts.parts == 3);
  if (i >= starts.count)
    return;
  float time = 0.5f;
  float x = 0;
  bool isFound = false;
  for (int step = 0; step < 10; ++step) {
    float before = time;
    // One step of a search that mostly ends long before the tenth.
    x = starts.data[i * 3] * time + starts.data[i * 3 + 1];
    time = x * 0.25f;
    if (fabsf(time - before) < 1e-5f) {
      isFound = true;
      break;
    }
  }
  if (!isFound)
    return;
  assert(ends.parts == 3);
  assert(i < ends.count);
  ends.data[i * 3] = x;
  ends.data[i * 3 + 1] = time;
  ends.data[i * 3 + 2] = x - time;
  valid[i] = time > 0;
}

View *tables[8];

void traceAll(int which, int n) {
  View *all = tables[which & 7];
  trace<<<(n + 255) / 256, 256>>>(all[0], all[1], (bool *)all[2].data);
}
