// What a class is called upon through a pointer changes no pointer of the program's: which class the watch is of stays known, though the
// library may write to the rest of it, and who is handed the variable that leads to it keeps no address of that.
// expect: race-free
#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/time.h>

class Watch {
public:
  virtual ~Watch() {}
  virtual void start() = 0;
  virtual void stop() = 0;
};

class WallClock : public Watch {
  timeval since;
  double total = 0;

public:
  void start() override { gettimeofday(&since, nullptr); }
  void stop() override {
    timeval now;
    gettimeofday(&now, nullptr);
    total += now.tv_sec - since.tv_sec;
  }
};

Watch *watch;
float *samples, *smooth;

void create(Watch **to) { *to = new WallClock(); }

void begin(Watch **of) {
  if (*of) (*of)->start();
}

void end(Watch **of) {
  if (*of) (*of)->stop();
}

void allocate(int n) {
  cudaMalloc((void **)&samples, n * sizeof(float));
  cudaMalloc((void **)&smooth, n * sizeof(float));
}

void cumulate(float *counts, int n) {
  for (int i = 1; i < n; i++) counts[i] += counts[i - 1];
}

__global__ void smoothed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  create(&watch);
  float *counts = (float *)malloc(n * sizeof(float));
  for (int round = 0; round < 4; round++) {
    begin(&watch);
    allocate(n);
    end(&watch);
    cumulate(counts, n);
    begin(&watch);
    smoothed<<<(n + 255) / 256, 256>>>(samples, smooth, n);
    end(&watch);
  }
  return 0;
}
