// What the sample programs' helper of this name offers: images on disk and comparing results.
#pragma once
bool sdkLoadPGM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
bool sdkLoadPGM(const char *file, float **data, unsigned int *w, unsigned int *h);
bool sdkSavePGM(const char *file, unsigned char *data, unsigned int w, unsigned int h);
bool sdkSavePGM(const char *file, float *data, unsigned int w, unsigned int h);
bool sdkLoadPPM4(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
bool sdkComparePPM(const char *a, const char *b, float epsilon, float threshold, bool verbose);
bool sdkCompareL2fe(const float *a, const float *b, unsigned int n, float epsilon);
template <class T, class S>
bool compareData(const T *a, const T *b, unsigned int n, S epsilon, float threshold) {
  return sdkCompareL2fe((const float *)a, (const float *)b, n, float(epsilon + threshold));
}
