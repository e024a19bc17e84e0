// Thrust's optional, which the standard has taken over.
#pragma once
#include <optional>

#if __cplusplus >= 201402L
namespace thrust {
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
}  // namespace thrust
#endif
