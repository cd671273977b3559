import type { Ctx } from '#packages/core'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { listGroupNames } from './group-queries.ts'
import type { LegRow } from './request-queries.ts'
import { nameTime } from './words.ts'

export interface LegNames {
  /** 三(2)班, or the name of a free group. */
  groupName: string
  subjectName: string
  /** 三(2)班数学课 */
  label: string
  periodName: string
  toPeriodName: string
  /** 11月20日第3节三(2)班数学课 */
  time: string
}

/** What legs are about, also of lessons that are not there any more. */
export async function describeLegs(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  legs: readonly LegRow[],
): Promise<ReadonlyMap<string, LegNames>> {
  if (legs.length === 0) return new Map()
  const classIds = [...new Set(legs.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, legs.map(({ day }) => day).toSorted()[0]!)
  const groups = await listGroupNames(ctx.db, [...new Set(legs.map(({ groupId }) => groupId))])
  const names = new Map<string, LegNames>()
  for (const [orgId, some] of Map.groupBy(legs, (leg) => leg.orgId)) {
    const days = some.flatMap(({ day, toDay }) => [day, ...(toDay ? [toDay] : [])]).toSorted()
    const schemes = await listPeriodSchemesOf(ctx, orgId, days[0]!, days.at(-1)!)
    const nameOf = (gradeId: string, day: string | null, periodId: string | null) =>
      day === null
        ? ''
        : (findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)?.name ?? '')
    for (const { id, classId, groupId, gradeId, day, periodId, toDay, toPeriodId } of some) {
      const { name = '', subject = '' } = groups.get(groupId) ?? {}
      const groupName = classId === null ? name : (classes.get(classId)?.label ?? '')
      const label = classId === null ? `${groupName}课` : `${groupName}${subject}课`
      const periodName = nameOf(gradeId, day, periodId)
      const toPeriodName = nameOf(gradeId, toDay, toPeriodId)
      names.set(id, {
        groupName,
        subjectName: subject,
        label,
        periodName,
        toPeriodName,
        time: nameTime({ day, periodName, label }),
      })
    }
  }
  return names
}
