// Comparison with an absolute tolerance: QCOMPARE's is relative, and fails around zero.
#pragma once

#include <QTest>
#include <cmath>

#define VERIFY_NEAR(actual, expected, tolerance)                  \
  QVERIFY2(std::abs((actual) - (expected)) <= (tolerance),        \
           qPrintable(QStringLiteral("%1 is not within %2 of %3") \
                          .arg(double(actual), 0, 'g', 17)        \
                          .arg(double(tolerance))                 \
                          .arg(double(expected), 0, 'g', 17)))
