const pupil = 1
const guardian = 2

/** Pupils and guardians use the light root. */
export const isFamily = (userType: number | undefined) => userType === pupil || userType === guardian

export const studentHome = '/studentMain/index'
export const isStudentPage = (path: string) => path.startsWith('/studentMain/')

/** The home of staff on a phone, and the addresses beside it. */
export const staffHome = '/staffMain/index'
export const isStaffPhonePage = (path: string) => /^\/staffMain(?:\/|$)/.test(path)

const deskViewKey = 'deskView'

/** Staff on a phone chose the desk: until they return to a page of the phone, or close the tab. */
export const prefersDesk = () => sessionStorage.getItem(deskViewKey) !== null
export const forgetDesk = () => sessionStorage.removeItem(deskViewKey)
export function openDesk(address: string) {
  sessionStorage.setItem(deskViewKey, '1')
  location.assign(address)
}
