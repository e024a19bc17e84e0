// What the sample programs' helper of this name offers.
#pragma once
#include <stdexcept>
