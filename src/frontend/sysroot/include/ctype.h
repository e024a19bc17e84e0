// Classes of characters.
#pragma once
__GPURACE_C_BEGIN
int isalnum(int c) noexcept;
int isalpha(int c) noexcept;
int isdigit(int c) noexcept;
int islower(int c) noexcept;
int isprint(int c) noexcept;
int ispunct(int c) noexcept;
int isspace(int c) noexcept;
int isupper(int c) noexcept;
int isxdigit(int c) noexcept;
int tolower(int c) noexcept;
int toupper(int c) noexcept;
__GPURACE_C_END
