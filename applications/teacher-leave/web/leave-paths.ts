/** The addresses of the pages that link to one another. `?fill=new` opens the form, `?open=` a request. */
export const leavePath = '/application/TeacherAskForLeave'
export const calendarPath = `${leavePath}/calendar`
export const statisticsPath = `${leavePath}/statistics`
