/** A mainland mobile number: 11 digits, 1, then 3 to 9. */
export const isMobile = (value: string) => /^1[3-9]\d{9}$/.test(value)
