import type { DataOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { findUnit } from '#kernel/org/server'
import type { teachingRoutes } from '../../../contract-teaching.ts'
import { subjectsOf } from '../../subject-queries.ts'
import { taughtCells } from '../../teaching-queries.ts'
import { termOn } from '../time/terms.ts'
import { isSchoolNode, openClassesOf } from './open.ts'

const classesTold = 5

/** What the table of teaching has empty, counted over the whole school: the same classes, subjects and days. */
export async function readTeachingGaps(ctx: Ctx): Promise<DataOf<typeof teachingRoutes.teachingGaps>> {
  const { orgId } = ctx.actor
  const day = dayOf(ctx.now)
  if (!(await isSchoolNode(ctx, orgId)) || !(await findUnit(ctx, scopeOf(ctx, 'class.read'), orgId))) return null
  const term = await termOn(ctx, orgId, day)
  if (!term) return null
  const classes = await openClassesOf(ctx, orgId, day)
  const subjects = (await subjectsOf(ctx.db, orgId)).filter(({ isForbidden }) => !isForbidden)
  const ids = classes.map(({ id }) => id)
  // In the holidays the table shows the last day of the term, and before it the first.
  const asOf = day < term.startsOn ? term.startsOn : day > term.endsOn ? term.endsOn : day
  const taught = new Set(
    (await taughtCells(ctx.db, term.id, ids, asOf)).map((cell) => keyOf(cell.classId, cell.subjectId)),
  )
  const counted = classes.map(({ id, label, stage }) => {
    const wanted = subjects.filter(({ stages }) => stages.includes(stage))
    return {
      id,
      label,
      total: wanted.length,
      open: wanted.filter((subject) => !taught.has(keyOf(id, subject.id))).length,
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
      .slice(0, classesTold)
      .map(({ id, label, open }) => ({ id, label, open })),
  }
}

const keyOf = (classId: string, subjectId: string) => `${classId} ${subjectId}`
