// See cuda/barrier.
#pragma once
#include <cuda/barrier>
namespace nvcuda {
namespace experimental {
typedef cuda::barrier<cuda::thread_scope_block> awbarrier;
}  // namespace experimental
}  // namespace nvcuda
