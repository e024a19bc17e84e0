// What libraries are asked for their version by; HIP's library types stand on it under the same name.
#pragma once
typedef enum libraryPropertyType_t { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;
