// launch: grid 1 block 32
// args: bins=zeros:4 data=random:32:6
kernel void racy_histogram(global int *bins, global const int *data) {
  bins[data[get_global_id(0)] & 3]++;
}
