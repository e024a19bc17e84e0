// Addresses of the internet as text.
#pragma once
#include <netinet/in.h>
#define INET_ADDRSTRLEN 16
__GPURACE_C_BEGIN
in_addr_t inet_addr(const char *text) noexcept;
char *inet_ntoa(struct in_addr address) noexcept;
int inet_aton(const char *text, struct in_addr *address) noexcept;
int inet_pton(int family, const char *text, void *address) noexcept;
const char *inet_ntop(int family, const void *address, char *text, socklen_t size) noexcept;
__GPURACE_C_END
