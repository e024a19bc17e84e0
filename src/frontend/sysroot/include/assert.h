// `assert` becomes a call with its condition, on both sides, so that the analysis can use it as a fact. May be included
// again with another NDEBUG, so there is no include guard.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#elif !defined(__cplusplus)
#define assert(...) __gpurace_assert((__VA_ARGS__) ? 1 : 0)
#else
#define assert(...)                                                                                                 \
  (__builtin_is_constant_evaluated() ? (void)0 : __gpurace_assert(static_cast<bool>(__VA_ARGS__)))
#endif
