import { Refusal, type Ctx } from '#packages/core'
import { listClosedMonths, shareMonths } from './month-queries.ts'

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** Days of a closed month change no more. The organisation is the one where the person works on these days. */
export async function requireOpenMonths({ db }: Pick<Ctx, 'db'>, orgId: string, days: readonly string[]) {
  const months = [...new Set(days.map(firstOfMonth))]
  if (months.length === 0) return
  await shareMonths(db, orgId)
  const [closed] = await listClosedMonths(db, orgId, months)
  if (closed) throw new Refusal(`${closed.slice(0, 7)}考勤已结账，请联系考勤管理员`)
}
