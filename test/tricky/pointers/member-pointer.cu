// One member is written, the other one is read.
// expect: race-free
// launch: grid 1 block 64
struct Item {
  int key, value;
};
__device__ void copy(Item *items, int Item::*to, int Item::*from) {
  if (threadIdx.x > 0) items[threadIdx.x].*to = items[threadIdx.x - 1].*from;
}
__global__ void shift(Item *items) {
  copy(items, &Item::key, &Item::value);
}
