const days = ['日', '一', '二', '三', '四', '五', '六']

/** By the hour of whoever reads it. */
export function greetingAt(now: Date): string {
  const hour = now.getHours()
  if (hour < 5 || hour >= 19) return '晚上好'
  if (hour < 9) return '早上好'
  if (hour < 12) return '上午好'
  return hour < 14 ? '中午好' : '下午好'
}

/** 11月12日 周四. */
export const todayIs = (now: Date) => `${now.getMonth() + 1}月${now.getDate()}日 周${days[now.getDay()]}`
