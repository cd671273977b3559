declare const checked: unique symbol
/** The number of a district (教育局), our tenant. Internal: it is on no wire but as the first part of a token. */
export type DistrictId = number & { readonly [checked]: true }

/** The only way to a DistrictId: it ends up inside SQL text, so nothing but a small whole number passes. */
export function districtId(value: number): DistrictId {
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 31 - 1) throw new RangeError('not a district number')
  return value as DistrictId
}
