import { dayOf, type Ctx } from '#packages/core'
import { findUnitById, type OrgContents, type OrgRelocation } from '#kernel/org/server/api.ts'
import { countClasses } from '../../class-queries.ts'
import {
  lockMovingGrades,
  moveClassRows,
  moveFreeGroups,
  moveGradeRows,
  moveClassStaff,
  listOpenClassesOfGrade,
  type NamedClass,
} from '../../class-relocate-queries.ts'
import { publishGroupsMoved } from './teaching-events.ts'

/** How classes move when organisations are merged, and when they block a deletion. */
export const classContents: OrgContents = {
  key: 'classes',
  title: '班级',
  measure: '个',
  count: (ctx, orgIds) => countClasses(ctx.db, orgIds, dayOf(ctx.now)),
  relocate: relocateClasses,
}

/**
 * Moves the grades of a merged school. Where the target has a grade of the same start year, the classes join it and get
 * another name if theirs is taken. Grades that have left stay with the old school. A school that only gives away
 * departments keeps its classes.
 */
async function relocateClasses(ctx: Ctx, { from, to, isWhole }: OrgRelocation) {
  if (!isWhole) return
  const { db, now } = ctx
  const day = dayOf(now)
  const grades = await lockMovingGrades(db, from.id, to.id, day)
  const alone = grades.flatMap(({ id, into }) => (into === null ? id : []))
  if (alone.length > 0) await moveGradeRows(db, alone, to.id, now)
  const mark = (await findUnitById(ctx, from.id))?.name.slice(0, 10) ?? '并入'
  for (const { id, into } of grades) {
    if (into === null) continue
    const there = await listOpenClassesOfGrade(db, into)
    await moveClassRows(
      db,
      renameTakenClasses(await listOpenClassesOfGrade(db, id), there),
      { orgId: to.id, gradeId: into },
      now,
    )
    await moveFreeGroups(db, { from: id, to: into, orgId: to.id, mark }, now)
  }
  await moveClassStaff(db, from.id, to.id, day, now)
  const moved = grades.map(({ id, into }) => into ?? id)
  await publishGroupsMoved(ctx, to.id, { gradeIds: moved })
}

/** Appends the classes to the existing ones, each under its own name or the next free number. */
function renameTakenClasses(coming: readonly NamedClass[], there: readonly NamedClass[]) {
  const taken = new Set(there.map(({ name }) => name))
  const wanted = new Set(coming.map(({ name }) => name))
  return coming.map(({ id, name }, at) => {
    const free = taken.has(name) ? getNextClassName(new Set([...taken, ...wanted])) : name
    taken.add(free)
    return { id, name: free, sort: there.length + at + 1 }
  })
}

function getNextClassName(taken: ReadonlySet<string>) {
  let number = 1
  while (taken.has(`${number}班`)) number++
  return `${number}班`
}
