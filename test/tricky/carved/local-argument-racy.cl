// The second array begins in the middle of the local argument's first half: item 0 writes what item 32 writes.
// expect: racy line 6 with line 7
// launch: grid 1 block 64
kernel void mark(local int *keys) {
  local int *sums = keys + get_local_size(0) / 2;
  keys[get_local_id(0)] = 1;
  sums[get_local_id(0)] = 2;
}
