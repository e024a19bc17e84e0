// Images that are only read have nothing in common with anybody.
// expect: race-free
// launch: grid 4 block 64
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void fetch(read_only image2d_t image, global float *out) {
  int2 place = (int2)(get_local_id(0), 0);
  out[get_global_id(0)] = read_imagef(image, nearest, place).x;
}
