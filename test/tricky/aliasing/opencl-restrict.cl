// `restrict` says that nothing that is written through `out` is read through `in`.
// expect: race-free
// launch: grid 1 block 64
void reverse(global int *to, global const int *from) {
  to[get_local_id(0)] = from[63 - get_local_id(0)];
}
kernel void turn(global int *restrict out, global const int *restrict in) {
  reverse(out, in);
}
