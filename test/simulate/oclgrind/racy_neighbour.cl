// launch: grid 2 block 8
// args: a=iota:17
kernel void racy_neighbour(global int *a) {
  int i = get_global_id(0);
  a[i] = a[i + 1] + 1;
}
