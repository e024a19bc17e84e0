// Sockets.
#pragma once
#include <stddef.h>
#include <sys/types.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr {
  sa_family_t sa_family;
  char sa_data[14];
};
enum { SOCK_STREAM = 1, SOCK_DGRAM = 2, AF_UNIX = 1, AF_INET = 2, AF_INET6 = 10, SOL_SOCKET = 1, SO_REUSEADDR = 2 };
#define SOMAXCONN 4096
__GPURACE_C_BEGIN
int socket(int domain, int type, int protocol) noexcept;
int bind(int socket, const struct sockaddr *address, socklen_t size) noexcept;
int listen(int socket, int waiting) noexcept;
int accept(int socket, struct sockaddr *address, socklen_t *size);
int connect(int socket, const struct sockaddr *address, socklen_t size);
int setsockopt(int socket, int level, int name, const void *value, socklen_t size) noexcept;
int getsockopt(int socket, int level, int name, void *value, socklen_t *size) noexcept;
int shutdown(int socket, int how) noexcept;
ssize_t send(int socket, const void *from, size_t n, int flags);
ssize_t recv(int socket, void *to, size_t n, int flags);
__GPURACE_C_END
