// Words of PTX's instructions, as cuda::ptx has them for types and values.
#pragma once

namespace cuda {
namespace ptx {

template <int N>
struct n32_t {
  static constexpr int value = N;
};
struct sem_acquire_t {};
struct sem_release_t {};
struct scope_cta_t {};
struct scope_cluster_t {};
struct space_global_t {};
struct space_shared_t {};
struct space_cluster_t {};
static constexpr sem_acquire_t sem_acquire{};
static constexpr sem_release_t sem_release{};
static constexpr scope_cta_t scope_cta{};
static constexpr scope_cluster_t scope_cluster{};
static constexpr space_global_t space_global{};
static constexpr space_shared_t space_shared{};
static constexpr space_cluster_t space_cluster{};

}  // namespace ptx
}  // namespace cuda
