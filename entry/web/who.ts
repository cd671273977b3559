const pupil = 1
const guardian = 2

/** Pupils and guardians live in the light root. */
export const isFamily = (userType: number | undefined) => userType === pupil || userType === guardian

export const studentHome = '/studentMain/index'
