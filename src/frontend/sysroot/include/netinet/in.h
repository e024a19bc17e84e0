// Addresses of the internet.
#pragma once
#include <stdint.h>
#include <sys/socket.h>
typedef uint32_t in_addr_t;
typedef uint16_t in_port_t;
struct in_addr {
  in_addr_t s_addr;
};
struct sockaddr_in {
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  unsigned char sin_zero[8];
};
#define INADDR_ANY ((in_addr_t)0)
#define INADDR_LOOPBACK ((in_addr_t)0x7f000001)
enum { IPPROTO_IP = 0, IPPROTO_TCP = 6, IPPROTO_UDP = 17 };
__GPURACE_C_BEGIN
uint32_t htonl(uint32_t value) noexcept;
uint32_t ntohl(uint32_t value) noexcept;
uint16_t htons(uint16_t value) noexcept;
uint16_t ntohs(uint16_t value) noexcept;
__GPURACE_C_END
