// The second array is a local argument of its own.
// expect: race-free
// launch: grid 1 block 64
kernel void mark(local int *keys, local int *sums) {
  keys[get_local_id(0)] = 1;
  sums[get_local_id(0)] = 2;
}
