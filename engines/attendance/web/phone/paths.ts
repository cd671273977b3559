export const familyHome = '/studentMain/index'
export const leavePath = '/studentMain/leave'
export const attendancePath = '/studentMain/attendance'
