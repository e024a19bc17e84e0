// Another program has the function, and it gets the buffer of all items.
// expect: unproved
// launch: grid 4 block 64
void smooth(global float *all, int place);
kernel void run(global float *a) {
  smooth(a, get_global_id(0));
}
