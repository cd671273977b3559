import { dayOf, type Ctx } from '#packages/core'
import { findUnitById, type OrgContents, type OrgRelocation } from '#kernel/org/server'
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

/** Classes, as organisations that are merged or deleted are told of them. */
export const classContents: OrgContents = {
  key: 'classes',
  title: '班级',
  measure: '个',
  count: (ctx, orgIds) => countClasses(ctx.db, orgIds, dayOf(ctx.now)),
  relocate: relocateClasses,
}

/**
 * The grades of a school that goes up in another come over; where the other has a grade of the same year, the classes join
 * it, with another name if theirs is taken. Grades that have left stay with the school that they left from. A school that
 * only loses departments keeps its classes.
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
}

/** Behind those that are there, each under its own name or the next number that is free. */
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
