import type { Reference } from '#packages/contract'
import { getWeekday, type Ctx } from '#packages/core'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }
const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** 八(2)班, or the name of a free group: classes have another name every school year. */
export async function listGroupLabels(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const startOfYear = (row: Row) => {
    const day = row['day'] as string
    return `${Number(day.slice(0, 4)) - (day.slice(5) < '09-01' ? 1 : 0)}-09-01`
  }
  const classIdOf = (row: Row) => (row['class'] as Reference | null)?.id
  const labels = new Map<string, string>()
  for (const [day, some] of Map.groupBy(rows, startOfYear)) {
    const classIds = [...new Set(some.flatMap((row) => classIdOf(row) ?? []))]
    for (const { id, label } of (await describeClasses(ctx, { classIds }, day)).values())
      labels.set(`${day} ${id}`, label)
  }
  return rows.map(
    (row) => labels.get(`${startOfYear(row)} ${classIdOf(row)}`) ?? (row['groupName'] as string | null) ?? '',
  )
}

/** 周四 第3节 */
export async function listPeriodLabels(ctx: Ctx, rows: readonly Row[]): Promise<string[]> {
  const schemes = new Map<string, Awaited<ReturnType<typeof listPeriodSchemesOf>>>()
  for (const [orgId, some] of Map.groupBy(rows, (row) => (row['org'] as Reference).id)) {
    const days = some.map((row) => row['day'] as string).toSorted()
    schemes.set(orgId, await listPeriodSchemesOf(ctx, orgId, days[0]!, days.at(-1)!))
  }
  return rows.map((row) => {
    const day = row['day'] as string
    const scheme = findSchemeOn(schemes.get((row['org'] as Reference).id)!, row['gradeId'] as string, day)
    const period = scheme?.periods.find(({ slotId }) => slotId === row['periodId'])?.name ?? ''
    return `周${weekdays[getWeekday(day) - 1]!} ${period}`.trim()
  })
}
