/** A mainland mobile number: 11 digits, 1, then 3 to 9. */
export const isMobile = (value: string) => /^1[3-9]\d{9}$/.test(value)

/** A landline with or without area code and extension: 0571-88886666-12. */
export const isLandline = (value: string) => /^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$/.test(value)

/** A nationwide service number: 400-820-8820. */
export const isServiceNumber = (value: string) => /^[48]00-?\d{3}-?\d{4}$/.test(value)
