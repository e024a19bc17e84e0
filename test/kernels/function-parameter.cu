// What the host passes is not known here.
// expect: inconclusive: a call through a function pointer (test/kernels/function-parameter.cu:3)
__global__ void write(int *p, void (*f)(int *, int)) { f(p, threadIdx.x); }
