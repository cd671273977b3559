import { dayOf, daysBetween, type Ctx } from '#packages/core'
import type { MarkSource } from '../../contract.ts'
import { findOfficeRight } from '../attendance-office.ts'
import type { AttendanceRules, LessonToRoll } from './load-lessons.ts'
import { listHeadedClasses, type PupilRow } from './pupil-queries.ts'
import { lockedText } from './roll-rules.ts'
import type { SessionRow } from './session-queries.ts'

/** As what somebody reads and corrects the roll of a lesson. */
export interface CorrectionRole {
  source: Extract<MarkSource, 'office' | 'class-teacher' | 'teacher'>
  /** She corrects only the pupils of these classes; undefined: all. */
  classIds?: ReadonlySet<string>
  seesAll: boolean
  /** Why she cannot correct it now; empty: she can. */
  obstacle: (rules: AttendanceRules) => string
}

interface Question {
  lesson: LessonToRoll
  session: SessionRow | undefined
  pupils: readonly Pick<PupilRow, 'classId'>[]
}

/** The strongest role of the caller; undefined: the roll is not her business. */
export async function findCorrectionRole(
  ctx: Ctx,
  { lesson, session, pupils }: Question,
): Promise<CorrectionRole | undefined> {
  const { orgId, classId, day } = lesson
  const { userId } = ctx.actor
  const right = await findOfficeRight(ctx, { orgId, classId, day })
  if (right === 'manage') return { source: 'office', seesAll: true, obstacle: () => '' }
  const gives = lesson.teachers.some(({ id }) => id === userId) || session?.teacherId === userId
  const classIds = [...new Set(pupils.flatMap((pupil) => pupil.classId ?? []))]
  const headed = await listHeadedClasses(ctx.db, userId, classIds, dayOf(ctx.now))
  const isLate = ({ amendDays }: AttendanceRules) => daysBetween(day, dayOf(ctx.now)) > amendDays
  const teacherObstacle = session?.state === 'locked' ? lockedText : ''
  if (headed.size > 0 && (headed.size === classIds.length || !gives))
    return {
      source: 'class-teacher',
      ...(headed.size < classIds.length ? { classIds: headed } : {}),
      seesAll: headed.size === classIds.length || right !== undefined,
      obstacle: (rules) =>
        !isLate(rules) ? '' : gives ? teacherObstacle : `班主任只能修改${rules.amendDays}天内的考勤，请联系教务处`,
    }
  if (gives) return { source: 'teacher', seesAll: true, obstacle: () => teacherObstacle }
  return right !== undefined ? { source: 'office', seesAll: true, obstacle: () => '没有修改权限' } : undefined
}
