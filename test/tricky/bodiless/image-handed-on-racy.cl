// A function writes the layer that it is told, all items of a group in one column.
// expect: racy
// launch: grid 2 block 64
void put(write_only image2d_array_t image, int layer, float4 colour) {
  write_imagef(image, (int4)(get_group_id(0), 0, layer, 0), colour);
}
kernel void layers(write_only image2d_array_t first, write_only image2d_array_t second) {
  put(first, 0, (float4)(get_local_id(0)));
  put(first, 1, (float4)(1.0f));
  put(second, get_local_id(0), (float4)(2.0f));
}
