export const leavePath = '/studentMain/leave'
export const attendancePath = '/studentMain/attendance'
