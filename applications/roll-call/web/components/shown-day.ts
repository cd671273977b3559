/** Whether a parameter of the address is a day. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
/** 2026年10月 */
export const formatMonth = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`
/** 11-19 */
export const formatShortDay = (day: string) => day.slice(5)
/** 第3节 is 3; 早读 stays. */
export const toShortPeriod = (name: string) => /^第(\d+)节$/.exec(name)?.[1] ?? name
