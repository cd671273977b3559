import { computeOnce, dayOf, listContributions, type Ctx } from '#packages/core'
import type { Span } from './duty-queries.ts'

/** A kind of duty. The module that declares it owns the records that `ref` names. */
export interface DutyKind {
  /** lesson */
  kind: string
  /** 课: for a duty that cannot be named more closely. */
  title: string
  /** What people call each of these: 三(2)班语文课. Read by colleagues, so it has nothing that they may not know. */
  describe: (ctx: Ctx, refs: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What the time of staff is booked for. */
    dutyKinds: DutyKind
  }
}

const byKind = computeOnce((kinds: readonly DutyKind[]) => new Map(kinds.map((one) => [one.kind, one])))

interface DutyRef {
  kind: string
  ref: string
}
const toKey = ({ kind, ref }: DutyRef) => `${kind} ${ref}`

/** Returns what a duty is called. One question for each kind. */
export async function nameDuties(ctx: Ctx, duties: readonly DutyRef[]): Promise<(duty: DutyRef) => string> {
  const kinds = byKind(listContributions(ctx, 'dutyKinds'))
  const names = new Map<string, string>()
  for (const [kind, some] of Map.groupBy(duties, (duty) => duty.kind)) {
    const refs = [...new Set(some.map(({ ref }) => ref))]
    const found = await kinds.get(kind)?.describe(ctx, refs)
    for (const ref of refs) names.set(toKey({ kind, ref }), found?.get(ref) ?? kinds.get(kind)?.title ?? '其他安排')
  }
  return (duty) => names.get(toKey(duty))!
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const formatDay = (moment: Date) => {
  const [, month, day] = dayOf(moment).split('-').map(Number)
  return `${month}月${day}日`
}

/** 11月23日 08:00–08:40 */
export function formatTimes({ startsAt, endsAt }: Span): string {
  const isSameDay = dayOf(startsAt) === dayOf(endsAt)
  const end = isSameDay ? clock.format(endsAt) : `${formatDay(endsAt)} ${clock.format(endsAt)}`
  return `${formatDay(startsAt)} ${clock.format(startsAt)}–${end}`
}
