// launch: grid 4 block 16
// args: y=random:64:1 x=random:64:2 a=1.5 n=60
#pragma OPENCL FP_CONTRACT OFF
kernel void saxpy(global float *y, global const float *x, float a, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}
