// What the sample programs' helper of this name offers: stop watches.
#pragma once
class StopWatchInterface {
 public:
  virtual ~StopWatchInterface() {}
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual void reset() = 0;
  virtual float getTime() = 0;
};
extern "C" bool sdkCreateTimer(StopWatchInterface **timer);
extern "C" bool sdkDeleteTimer(StopWatchInterface **timer);
extern "C" bool sdkStartTimer(StopWatchInterface **timer);
extern "C" bool sdkStopTimer(StopWatchInterface **timer);
extern "C" bool sdkResetTimer(StopWatchInterface **timer);
extern "C" float sdkGetTimerValue(StopWatchInterface **timer);
extern "C" float sdkGetAverageTimerValue(StopWatchInterface **timer);
