// Another program has the function, and it gets a number.
// expect: race-free
// launch: grid 4 block 64
float smooth(float value);
kernel void run(global float *a) {
  a[get_global_id(0)] = smooth(a[get_global_id(0)]);
}
