import type { RollLesson } from '../../contract.ts'
import type { AttendanceRules, LessonToRoll } from './load-lessons.ts'
import type { MarkRow } from './mark-queries.ts'
import { findObstacle, getStatus, isAway, isBackfill } from './roll-rules.ts'
import type { SessionRow } from './session-queries.ts'

interface Viewer {
  userId: string
  now: Date
  rules: AttendanceRules
}

/** A lesson with the state of its roll, for whoever would call it. */
export function describeRollLesson(
  lesson: LessonToRoll,
  session: SessionRow | undefined,
  marks: readonly Pick<MarkRow, 'status'>[],
  { userId, now, rules }: Viewer,
): RollLesson {
  const { id, day, periodName, begins, ends, groupName, subjectName, roomName, teachers } = lesson
  return {
    lessonId: id,
    sessionId: session?.id ?? null,
    day,
    periodName,
    begins,
    ends,
    groupName,
    subjectName,
    roomName,
    teacherNames: teachers.map(({ name }) => name).join('、'),
    status: getStatus(lesson, session, rules, now),
    expected: session?.expected.length ?? null,
    absent: session ? marks.filter(({ status }) => isAway(status)).length : null,
    obstacle: findObstacle(lesson, session, rules, { userId, now }),
    isBackfill: session && session.state !== 'open' ? session.isBackfilled : isBackfill(lesson, rules, { now }),
  }
}
