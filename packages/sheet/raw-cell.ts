/**
 * What stands in a cell. Dates are text, 2010-09-01; numbers stay numbers, so that those that Excel has mangled can be
 * recognised; formulas are what they came to.
 */
export type RawCell = string | number | boolean | null
