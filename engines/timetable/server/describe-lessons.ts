import { dayOf, type Ctx } from '#packages/core'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import type { DayLesson } from '../contract.ts'
import { listMemberNames, type LessonRow } from './lesson-queries.ts'

/** Lessons with the names of classes, teachers and periods on their day. */
export async function describeLessons(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  rows: readonly LessonRow[],
): Promise<DayLesson[]> {
  const [first] = rows
  if (!first) return []
  const names = await listMemberNames(ctx.db, [...new Set(rows.flatMap(({ teacherIds }) => teacherIds))])
  const classIds = [...new Set(rows.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, rows.at(-1)!.day)
  const days = rows.map(({ day }) => day).toSorted()
  const schemes = await listPeriodSchemesOf(ctx, first.orgId, days[0]!, days.at(-1)!)
  const periodName = ({ gradeId, day, periodId }: LessonRow) =>
    findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)?.name ?? ''
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    periodId: row.periodId,
    periodName: periodName(row),
    begins: row.begins,
    ends: row.ends,
    groupId: row.groupId,
    subjectId: row.subjectId,
    subjectName: row.subjectName,
    groupName: row.classId === null ? row.groupName : (classes.get(row.classId)?.label ?? ''),
    classId: row.classId,
    teachers: row.teacherIds.map((id) => ({ id, name: names.get(id) ?? '' })),
    roomName: row.roomName,
    status: row.status,
    remark: row.remark,
  }))
}

/** 三(2)班语文课 */
export const nameLesson = ({
  classId,
  groupName,
  subjectName,
}: Pick<DayLesson, 'classId' | 'groupName' | 'subjectName'>) =>
  classId === null ? `${groupName}课` : `${groupName}${subjectName}课`

export const todayOf = (ctx: Pick<Ctx, 'now'>, day: string | undefined) => day ?? dayOf(ctx.now)
