import type { ApiMinute } from '../contract.ts'

const minuteMs = 60_000
const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The charts of an hour: every minute has a mark, those without calls too. */
export function buildMinuteCharts(begin: Date, minutes: readonly ApiMinute[]) {
  const found = new Map(minutes.map((minute) => [Date.parse(minute.at), minute]))
  const marks = Array.from({ length: 60 }, (_, at) => {
    const moment = begin.getTime() + at * minuteMs
    return { label: clock.format(moment), minute: found.get(moment) }
  })
  const sum = (of: 'calls' | 'errors') => minutes.reduce((total, minute) => total + minute[of], 0)
  const wrong = marks.filter(({ minute }) => (minute?.errors ?? 0) > 0).map(({ label }) => label)
  const slowest = Math.max(...minutes.map(({ p95 }) => p95))
  return [
    {
      measure: '调用次数',
      unit: '次',
      series: ['调用', '系统错误'],
      finding:
        wrong.length === 0
          ? `这一小时调用${sum('calls')}次，没有系统错误`
          : `这一小时调用${sum('calls')}次，${wrong[0]}${wrong.length > 1 ? `至${wrong.at(-1)}有${wrong.length}分钟` : ''}出现系统错误，共${sum('errors')}次`,
      marks: marks.map(({ label, minute }) => ({ label, values: [minute?.calls ?? 0, minute?.errors ?? 0] })),
    },
    {
      measure: '响应时间',
      unit: '毫秒',
      series: ['95%在此时间内'],
      finding: `95%的调用在${slowest}毫秒内返回`,
      marks: marks.map(({ label, minute }) => ({ label, values: [minute?.p95 ?? 0] })),
    },
  ]
}
