// nvcc takes a member template of a dependent class without the word for it, and so do we: all threads convert to one place.
// expect: intra-block-race line 5 with line 5
template <class To, class From> struct Convert {
  template <int n> __device__ static void all(To *to, const From *from) {
    for (int i = 0; i < n; i++) to[i] = from[i];
  }
};
template <class To, class From> __device__ void convert(To *to, const From *from) { Convert<To, From>::all<4>(to, from); }
__global__ void convertAll(float *to, const int *from) { convert(to, from + threadIdx.x * 4); }

void run(float *to, const int *from) { convertAll<<<1, 64>>>(to, from); }
