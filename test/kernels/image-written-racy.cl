// Pixels of images are no memory that is followed: who writes them leaves the kernel open.
// expect: inconclusive: a write to an image (test/kernels/image-written-racy.cl:6)
// launch: grid 4 block 64
kernel void paint(write_only image2d_t image) {
  int2 place = (int2)(get_local_id(0), 0);
  write_imagef(image, place, (float4)(get_group_id(0)));
}
