// The member pointer leads to the same member for both: thread 0 writes items[0].key, which thread 1 reads.
// expect: racy line 8 with line 8
// launch: grid 1 block 64
struct Item {
  int key, value;
};
__device__ void copy(Item *items, int Item::*to, int Item::*from) {
  if (threadIdx.x > 0) items[threadIdx.x].*to = items[threadIdx.x - 1].*from;
}
__global__ void shift(Item *items) {
  copy(items, &Item::key, &Item::key);
}
