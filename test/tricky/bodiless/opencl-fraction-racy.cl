// `fract` writes the whole part where its pointer leads: items 0 and 1 both write whole[0].
// expect: racy line 6 with line 6
// launch: grid 4 block 64
kernel void split(global float *a, global float *whole) {
  size_t i = get_global_id(0);
  a[i] = fract(a[i], &whole[i / 2]);
}
