import { orNotFound, type Ctx } from '#packages/core'
import type { AssignmentRole } from '../../../contract-teaching.ts'
import { getGradeNaming } from '../../settings.ts'
import { findTermSpan, listAssignmentsFrom, listTaughtGroups, type TaughtGroupRow } from '../../teaching-queries.ts'
import { getClassNames } from './class-descriptions.ts'

export interface TaughtGroup {
  id: string
  kind: 'class' | 'free'
  gradeId: string
  subjectId: string
  subjectName: string
  shortName: string
  /** 七(3)班, or the name of a free group. */
  label: string
  classId: string | null
  /** The first day after the class was closed. */
  closedOn: string | null
  /** The room of the class. */
  roomId: string | null
  /** All assignments of the term, earliest first. */
  assignments: {
    id: string
    userId: string
    teacherName: string
    role: AssignmentRole
    weekHours: number
    from: string
    /** The first day after the assignment. */
    overOn: string | null
  }[]
}

/** Who teaches whom in a term: the groups of a school with their teachers by date. Callers must check the scope. */
export async function listTeachingOfTerm(
  ctx: Pick<Ctx, 'app' | 'db'>,
  orgId: string,
  termId: string,
): Promise<TaughtGroup[]> {
  const term = orNotFound(await findTermSpan(ctx.db, orgId, termId), '学期')
  const groups = await listTaughtGroups(ctx.db, orgId, termId)
  const ids = groups.map(({ id }) => id)
  const rows = Map.groupBy(await listAssignmentsFrom(ctx.db, ids, term.startsOn), ({ groupId }) => groupId)
  const naming = await getGradeNaming(ctx)
  const labelOf = ({ className, name, ...grade }: TaughtGroupRow) =>
    className === null ? name : getClassNames({ ...grade, name: className }, term.startsOn, naming).label
  return groups.map((group) => ({
    id: group.id,
    kind: group.kind,
    gradeId: group.gradeId,
    subjectId: group.subjectId,
    subjectName: group.subjectName,
    shortName: group.shortName,
    label: labelOf(group),
    classId: group.classId,
    closedOn: group.closedOn,
    roomId: group.roomId,
    assignments: (rows.get(group.id) ?? []).map(({ id, userId, teacherName, role, weekHours, beginsOn, overOn }) => ({
      id,
      userId,
      teacherName,
      role,
      weekHours,
      from: beginsOn,
      overOn,
    })),
  }))
}
