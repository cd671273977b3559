const two = (number: number) => String(number).padStart(2, '0')

/** 今天 10:24:36, with the date when it was another day. */
export function formatSignInTime(moment: Date, now: Date): string {
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  const isToday = moment.toDateString() === now.toDateString()
  return `${isToday ? '今天' : `${two(moment.getMonth() + 1)}-${two(moment.getDate())}`} ${time}`
}

/** （12 秒前）, some seconds after `opened`; empty when the clocks of phone and server disagree. */
export function formatSecondsAgo(moment: Date, opened: Date, waited: number): string {
  const seconds = Math.round((opened.getTime() - moment.getTime()) / 1000) + waited
  if (seconds < 0 || seconds > 600) return ''
  return seconds < 60 ? `（${seconds} 秒前）` : `（${Math.floor(seconds / 60)} 分钟前）`
}
