interface Period {
  name: string
  begins: string
  ends: string
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** For example 11月12日 周四. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${month}月${date}日 周${weekdays[new Date(year, month - 1, date).getDay()]}`
}

/** The current and the next period, by the clock of the phone. */
export function findCurrentPeriod(periods: readonly Period[], now: Date) {
  const clock = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`
  return {
    now: periods.find(({ begins, ends }) => begins <= clock && clock < ends),
    next: periods.find(({ begins }) => begins > clock),
  }
}

/** The period, 课间, or that school has not begun or is over. Empty without known hours. */
export function getPeriodTitle(
  periods: readonly Period[],
  at: ReturnType<typeof findCurrentPeriod> | undefined,
): string {
  if (!at || periods.length === 0) return ''
  if (at.now) return at.now.name
  if (!at.next) return '今天的课已结束'
  return at.next === periods[0] ? '还没到上课时间' : '课间'
}
