// Comparing neighbouring items of a block: each thread writes its outermost items to the temporary storage, a barrier, then
// reads those of its neighbours. Also differences of neighbours, and shifts by one thread.
#pragma once
#include <cub/config.cuh>

namespace cub {

namespace __gpurace_detail {
template <class T, int X, int Y, int Z>
class neighbours {
 protected:
  typedef block_shape<X, Y, Z> shape;

 public:
  struct TempStorage {
    slots<T, shape::threads> first, last;
  };
  __device__ neighbours() : temp_(own()) {}
  __device__ explicit neighbours(TempStorage &temp) : temp_(temp) {}

 protected:
  // The item before the caller's first one; its own where there is none.
  template <int N>
  __device__ T before(T (&items)[N]) {
    int t = shape::thread();
    temp_.last[t] = items[N - 1];
    __syncthreads();
    T own = items[0];
    return t == 0 ? own : temp_.last[t - 1];
  }
  template <int N>
  __device__ T after(T (&items)[N]) {
    int t = shape::thread();
    temp_.first[t] = items[0];
    __syncthreads();
    T own = items[N - 1];
    return t == shape::threads - 1 ? own : temp_.first[t + 1];
  }
  static __device__ bool is_first() { return shape::thread() == 0; }
  static __device__ bool is_last() { return shape::thread() == shape::threads - 1; }

 private:
  static __device__ TempStorage &own() {
    static __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &temp_;
};
// Operators may take the index of the second item as well.
template <class Op, class T>
__GPURACE_D auto differ(Op &op, const T &a, const T &b, int i) -> decltype(op(a, b, i)) {
  return op(a, b, i);
}
template <class Op, class T>
__GPURACE_D auto differ(Op &op, const T &a, const T &b, long) -> decltype(op(a, b)) {
  return op(a, b);
}
}  // namespace __gpurace_detail

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity : public __gpurace_detail::neighbours<T, X, Y, Z> {
  typedef __gpurace_detail::neighbours<T, X, Y, Z> base;
  typedef __gpurace_detail::block_shape<X, Y, Z> shape;

 public:
  using base::base;
  template <int N, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[N], T (&items)[N], Op op) {
    heads(flags, items, op, this->before(items), this->is_first());
  }
  template <int N, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[N], T (&items)[N], Op op, T predecessor) {
    T before = this->before(items);
    heads(flags, items, op, this->is_first() ? predecessor : before, false);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[N], T (&items)[N], Op op) {
    tails(flags, items, op, this->after(items), this->is_last());
  }
  template <int N, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[N], T (&items)[N], Op op, T successor) {
    T after = this->after(items);
    tails(flags, items, op, this->is_last() ? successor : after, false);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&h)[N], Flag (&t)[N], T (&items)[N], Op op) {
    FlagHeads(h, items, op);
    FlagTails(t, items, op);
  }

 private:
  template <int N, class Flag, class Op>
  __device__ void heads(Flag (&flags)[N], T (&items)[N], Op op, T before, bool outermost) {
    int at = shape::thread() * N;
    flags[0] = outermost || __gpurace_detail::differ(op, before, items[0], at);
    for (int i = 1; i < N; i++) flags[i] = __gpurace_detail::differ(op, items[i - 1], items[i], at + i);
  }
  template <int N, class Flag, class Op>
  __device__ void tails(Flag (&flags)[N], T (&items)[N], Op op, T after, bool outermost) {
    int at = shape::thread() * N + 1;
    for (int i = 0; i + 1 < N; i++) flags[i] = __gpurace_detail::differ(op, items[i], items[i + 1], at + i);
    flags[N - 1] = outermost || __gpurace_detail::differ(op, items[N - 1], after, at + N - 1);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference : public __gpurace_detail::neighbours<T, X, Y, Z> {
 public:
  using __gpurace_detail::neighbours<T, X, Y, Z>::neighbours;
  template <int N, class Out, class Op>
  __device__ void SubtractLeft(T (&in)[N], Out (&out)[N], Op op) {
    T before = this->before(in);
    for (int i = N - 1; i > 0; i--) out[i] = op(in[i], in[i - 1]);
    out[0] = this->is_first() ? in[0] : op(in[0], before);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractRight(T (&in)[N], Out (&out)[N], Op op) {
    T after = this->after(in);
    for (int i = 0; i + 1 < N; i++) out[i] = op(in[i], in[i + 1]);
    out[N - 1] = this->is_last() ? in[N - 1] : op(in[N - 1], after);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle : public __gpurace_detail::neighbours<T, X, Y, Z> {
 public:
  using __gpurace_detail::neighbours<T, X, Y, Z>::neighbours;
  template <int N>
  __device__ void Up(T (&in)[N], T (&previous)[N]) {
    T before = this->before(in);
    for (int i = N - 1; i > 0; i--) previous[i] = in[i - 1];
    if (!this->is_first()) previous[0] = before;
  }
  template <int N>
  __device__ void Down(T (&in)[N], T (&next)[N]) {
    T after = this->after(in);
    for (int i = 0; i + 1 < N; i++) next[i] = in[i + 1];
    if (!this->is_last()) next[N - 1] = after;
  }
  // By any distance: without a meaning here.
  __device__ void Offset(T in, T &out, int distance = 1);
  __device__ void Rotate(T in, T &out, unsigned int distance = 1);
};

}  // namespace cub
