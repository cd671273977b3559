/**
 * The raw value of a cell. Dates are text, 2010-09-01; numbers stay numbers, so that mangled ones can be recognised;
 * formulas are given by their result.
 */
export type RawCell = string | number | boolean | null
