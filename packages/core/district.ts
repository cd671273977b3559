declare const checked: unique symbol
/** The number of a district (教育局), our tenant. Internal: on the wire it is only the first part of a token. */
export type DistrictId = number & { readonly [checked]: true }

/** The only way to create a DistrictId: it becomes part of SQL text, so only small integers are accepted. */
export function districtId(value: number): DistrictId {
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 31 - 1) throw new RangeError('not a district number')
  return value as DistrictId
}
