// What the sample programs' helper of this name offers: images on disk and comparing results.
#pragma once
bool sdkLoadPGM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
bool sdkLoadPGM(const char *file, float **data, unsigned int *w, unsigned int *h);
bool sdkSavePGM(const char *file, unsigned char *data, unsigned int w, unsigned int h);
bool sdkSavePGM(const char *file, float *data, unsigned int w, unsigned int h);
extern "C" bool sdkLoadPPM4(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
extern "C" bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
extern "C" bool sdkComparePPM(const char *a, const char *b, float epsilon, float threshold, bool verbose);
extern "C" bool sdkCompareL2fe(const float *a, const float *b, unsigned int n, float epsilon);
template <class T, class S>
bool compareData(const T *a, const T *b, unsigned int n, S epsilon, float threshold) {
  return sdkCompareL2fe((const float *)a, (const float *)b, n, float(epsilon + threshold));
}
extern "C" bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
extern "C" bool sdkSavePPM4(const char *file, unsigned char *data, unsigned int w, unsigned int h);
extern "C" bool __loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels);
extern "C" bool __savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels);
extern "C" bool sdkDumpBin(void *data, unsigned int bytes, const char *file);
extern "C" bool sdkCompareBin2BinUint(const char *a, const char *b, unsigned int n, float epsilon, float threshold, char *path);
extern "C" bool sdkCompareBin2BinFloat(const char *a, const char *b, unsigned int n, float epsilon, float threshold, char *path);
extern "C" bool sdkComparePGM(const char *a, const char *b, float epsilon, float threshold, bool verbose = false);
template <class T>
bool sdkReadFile(const char *file, T **data, unsigned int *n, bool) {
  return sdkLoadPGM(file, (unsigned char **)data, n, n);
}
template <class T, class S>
bool sdkWriteFile(const char *file, const T *data, unsigned int n, const S &, bool, bool = false) {
  return sdkDumpBin((void *)data, n, file);
}
