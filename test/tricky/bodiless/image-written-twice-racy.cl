// Items 0 and 1 both write pixel (0, 0).
// expect: racy
// launch: grid 1 block 64
kernel void paint(write_only image2d_t image) {
  int x = get_global_id(0);
  write_imagef(image, (int2)(x / 2, 0), (float4)(x));
}
