export const myWeekPath = '/staffMain/timetable'
export const childWeekPath = '/studentMain/timetable'
