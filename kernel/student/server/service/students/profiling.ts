import { dayOf, may, type Ctx } from '#packages/core'
import { classTeachersOf } from '#kernel/schooling/server'
import { guardiansOf, rowsOf } from '../../read-queries.ts'
import { reaches } from './finding.ts'
import { namesOn } from './naming.ts'

/** A pupil as the directory tells of people: to those who may see that pupil today. */
export async function profileOfPupil(ctx: Ctx, studentId: string) {
  const day = dayOf(ctx.now)
  if (!may(ctx.actor, 'student.read') || !(await reaches(ctx, 'student.read', studentId, day))) return undefined
  const [row] = await rowsOf(ctx.db, [studentId], day)
  if (!row) return undefined
  const names = await namesOn(ctx, [row], day)
  const teachers = row.classId && row.isThere ? await classTeachersOf(ctx, [row.classId], day) : new Map()
  const guardians = await guardiansOf(ctx.db, [studentId])
  return {
    name: row.name,
    sex: row.sex ?? ('' as const),
    orgName: row.orgName,
    gradeName: names.grade(row.gradeId),
    className: names.class(row.classId),
    classTeacher: teachers.get(row.classId)?.find(({ role }: { role: string }) => role === 'head')?.name ?? '',
    needSetLinkman: !guardians.some(({ isEmergency, phone }) => isEmergency && phone !== null),
  }
}
