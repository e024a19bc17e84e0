// `fract` writes the whole part where its pointer leads, to the item's own place.
// expect: race-free
// launch: grid 4 block 64
kernel void split(global float *a, global float *whole) {
  size_t i = get_global_id(0);
  a[i] = fract(a[i], &whole[i]);
}
