// Nobody in sight calls the wrapper: the verdict rests on `out` and `in` being different memory, and has to say so.
// expect: race-free
// assuming: out in overlap
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
extern "C" void reverse64(int *out, const int *in) { reverse<<<1, 64>>>(out, in); }
