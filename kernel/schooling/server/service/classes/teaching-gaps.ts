import type { DataOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { findUnit } from '#kernel/org/server/api.ts'
import type { teachingRoutes } from '../../../contract-teaching.ts'
import { listSubjectRows } from '../../subject-queries.ts'
import { listTaughtCellKeys } from '../../teaching-queries.ts'
import { findTermOn } from '../time/terms.ts'
import { isSchoolNode, listOpenClasses } from './class-descriptions.ts'

const maxClassesShown = 5

/** Counts the empty cells of the teaching table for the whole school, with the same classes, subjects and day. */
export async function getTeachingGaps(ctx: Ctx): Promise<DataOf<typeof teachingRoutes.teachingGaps>> {
  const { orgId } = ctx.actor
  const day = dayOf(ctx.now)
  if (!(await isSchoolNode(ctx, orgId)) || !(await findUnit(ctx, scopeOf(ctx, 'class.read'), orgId))) return null
  const term = await findTermOn(ctx, orgId, day)
  if (!term) return null
  const classes = await listOpenClasses(ctx, orgId, day)
  const subjects = (await listSubjectRows(ctx.db, orgId)).filter(({ isDisabled }) => !isDisabled)
  const ids = classes.map(({ id }) => id)
  // Same day as the table: in the holidays the last day of the term, before the term the first.
  const asOf = day < term.startsOn ? term.startsOn : day > term.endsOn ? term.endsOn : day
  const taught = new Set(
    (await listTaughtCellKeys(ctx.db, term.id, ids, asOf)).map((cell) => getCellKey(cell.classId, cell.subjectId)),
  )
  const counted = classes.map(({ id, label, stage }) => {
    const wanted = subjects.filter(({ stages }) => stages.includes(stage))
    return {
      id,
      label,
      total: wanted.length,
      open: wanted.filter((subject) => !taught.has(getCellKey(id, subject.id))).length,
    }
  })
  const sum = (part: 'total' | 'open') => counted.reduce((all, one) => all + one[part], 0)
  return {
    termName: term.name,
    total: sum('total'),
    open: sum('open'),
    classes: counted
      .filter(({ open }) => open > 0)
      .toSorted((one, other) => other.open - one.open)
      .slice(0, maxClassesShown)
      .map(({ id, label, open }) => ({ id, label, open })),
  }
}

const getCellKey = (classId: string, subjectId: string) => `${classId} ${subjectId}`
