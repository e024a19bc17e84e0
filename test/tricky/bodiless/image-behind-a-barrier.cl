// Each item reads its neighbour's pixel behind a barrier that orders images.
// expect: race-free
// launch: grid 1 block 64
kernel void mirror(read_write image2d_t image) {
  int x = get_local_id(0);
  write_imagef(image, (int2)(x, 0), (float4)(x));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  float4 other = read_imagef(image, (int2)(63 - x, 0));
  write_imagef(image, (int2)(x, 1), other);
}
