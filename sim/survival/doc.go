// Package survival estimates how late readings will be from those that were
// seen.
//
// Each [Method] is fitted to a [delay.History] and gives an [Estimate], the
// [delay.Curve] of any [delay.Case]:
//
//   - [Arrived] looks at the readings that have arrived and at no others. It is
//     biased: at the moment of fitting, late readings have not arrived.
//   - [KaplanMeier] counts region by region how many of the readings that were
//     still awaited came. A reading that has not come yet counts as awaited as
//     long as it has been watched.
//   - [Logistic] models the same counts with the region, the type and the
//     network's quality, fitted by Newton's method.
//
// [Once] fits a method when the history ends, [Rolling] again at the beginning
// of each month, to the latest ones. [Calibrate] compares what an estimate
// expected with what came.
package survival
