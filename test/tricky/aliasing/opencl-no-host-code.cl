// No host code: the verdict rests on `a` and `b` being different memory, and has to say so.
// expect: race-free
// assuming: a b overlap
// launch: grid 1 block 64
void reverse(global int *to, global const int *from) {
  to[get_local_id(0)] = from[63 - get_local_id(0)];
}
kernel void turn(global int *a, global int *b) {
  reverse(a, b);
}
