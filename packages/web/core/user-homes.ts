const pupil = 1
const guardian = 2

/** Pupils and guardians use the light root. */
export const isFamily = (userType: number | undefined) => userType === pupil || userType === guardian

export const studentHome = '/studentMain/index'
export const isStudentPage = (path: string) => path.startsWith('/studentMain/')

/** The home of staff on a phone, and the addresses beside it. */
export const staffHome = '/staffMain/index'
export const isStaffPhonePage = (path: string) => /^\/staffMain(?:\/|$)/.test(path)
