// `restrict` speaks of `in`, and the function gets `out` for both: item 0 writes out[0] while item 63 reads it.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
void reverse(global int *to, global const int *from) {
  to[get_local_id(0)] = from[63 - get_local_id(0)];
}
kernel void turn(global int *restrict out, global const int *restrict in) {
  reverse(out, out);
}
