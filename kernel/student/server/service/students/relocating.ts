import { dayOf, Refusal, type Ctx } from '#packages/core'
import type { Contents, Relocation } from '#kernel/org/server'
import { countFrom } from '../../count-queries.ts'
import { countEnding, pastOf, placesAt, redirectPast } from '../../relocate-queries.ts'
import { classesByIds, gradesByIds, gradesOfOrg, type GradeRow } from '../../school-queries.ts'
import { changePlaces, holdSchools } from './placing.ts'

/** Pupils, as organisations that are merged, split or deleted are told of them. */
export const pupils: Contents = {
  key: 'pupils',
  title: '学生',
  measure: '名',
  count: (ctx, orgIds) => countFrom(ctx.db, orgIds, dayOf(ctx.now)),
  relocate,
}

/**
 * Everybody goes on in the other school from today on; yesterday was the last day in the old one. A class that came over
 * keeps its pupils; where the classes stayed behind, they come into the grade of the same year and wait for a class.
 */
async function relocate(ctx: Ctx, { from, to, isWhole }: Relocation) {
  // Pupils are a school's, never a department's.
  if (!isWhole) return
  await holdSchools(ctx, [from.id, to.id])
  const today = dayOf(ctx.now)
  const ending = await countEnding(ctx.db, from.id, today)
  if (ending > 0) throw new Refusal(`${ending}名学生有未生效的学籍异动，请生效后再合并`)
  const places = await placesAt(ctx.db, from.id)
  const classes = new Map((await classesByIds(ctx.db, idsOf(places, 'classId'))).map((row) => [row.id, row]))
  const grades = new Map((await gradesByIds(ctx.db, idsOf(places, 'gradeId'))).map((row) => [row.id, row]))
  const there = await gradesOfOrg(ctx.db, to.id)
  await changePlaces(
    ctx,
    places.map(({ studentId, gradeId, classId, status, beginsOn }) => {
      // Classes have come over before, into a grade of their own or into that of the same year.
      const own = classId === null ? undefined : classes.get(classId)
      const cameOver = own?.orgId === to.id
      const grade = grades.get(gradeId)!
      const target = cameOver
        ? own.gradeId
        : [grade, ...there].find((one) => one.orgId === to.id && isSameYear(one, grade))?.id
      if (!target) throw new Refusal(`目标学校没有${grade.startYear}级，请先建立年级再合并`)
      return {
        studentId,
        type: 'transfer-in' as const,
        on: beginsOn > today ? beginsOn : today,
        reason: '学校合并',
        to: { orgId: to.id, gradeId: target, classId: cameOver ? classId : null, status },
      }
    }),
  )
  await redirectPast(ctx.db, await pastOf(ctx.db, from.id), to.id, ctx.now)
}

const isSameYear = (one: GradeRow, other: GradeRow) => one.stage === other.stage && one.startYear === other.startYear

const idsOf = <Key extends 'gradeId' | 'classId'>(rows: readonly Record<Key, string | null>[], key: Key) => [
  ...new Set(rows.flatMap((row) => row[key] ?? [])),
]
