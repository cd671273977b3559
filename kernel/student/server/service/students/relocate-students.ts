import { dayOf, Refusal, type Ctx } from '#packages/core'
import type { OrgContents, OrgRelocation } from '#kernel/org/server/api.ts'
import { countInOrgsFrom } from '../../student-count-queries.ts'
import {
  countEndingEnrolments,
  lockStudentsOfOrg,
  listOpenEnrolments,
  moveStudentsToOrg,
} from '../../enrolment-queries.ts'
import { listClassesByIds, listGradesByIds, listGradesOfOrg, type GradeRow } from '../../school-queries.ts'
import { changeEnrolments, lockSchools } from './change-enrolments.ts'

/** Pupils as contents of an organisation that is merged, split or deleted. */
export const pupilContents: OrgContents = {
  key: 'pupils',
  title: '学生',
  measure: '名',
  count: (ctx, orgIds) => countInOrgsFrom(ctx.db, orgIds, dayOf(ctx.now)),
  relocate,
}

/**
 * The pupils' enrolments continue in the other school from today on. Pupils of classes that were moved keep their
 * class. The others go to the grade of the same year, without a class.
 */
async function relocate(ctx: Ctx, { from, to, isWhole }: OrgRelocation) {
  // Pupils belong to schools, never to departments.
  if (!isWhole) return
  await lockSchools(ctx, [from.id, to.id])
  const today = dayOf(ctx.now)
  const ending = await countEndingEnrolments(ctx.db, from.id, today)
  if (ending > 0) throw new Refusal(`${ending}名学生有未生效的学籍异动，请生效后再合并`)
  const enrolments = await listOpenEnrolments(ctx.db, from.id)
  const classes = new Map(
    (await listClassesByIds(ctx.db, getDistinctIds(enrolments, 'classId'))).map((row) => [row.id, row]),
  )
  const grades = new Map(
    (await listGradesByIds(ctx.db, getDistinctIds(enrolments, 'gradeId'))).map((row) => [row.id, row]),
  )
  const there = await listGradesOfOrg(ctx.db, to.id)
  await changeEnrolments(
    ctx,
    enrolments.map(({ studentId, gradeId, classId, status, beginsOn }) => {
      // The classes were moved before, into their own grade or into the grade of the same year.
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
  await moveStudentsToOrg(ctx.db, await lockStudentsOfOrg(ctx.db, from.id), to.id, ctx.now)
}

const isSameYear = (one: GradeRow, other: GradeRow) => one.stage === other.stage && one.startYear === other.startYear

const getDistinctIds = <Key extends 'gradeId' | 'classId'>(rows: readonly Record<Key, string | null>[], key: Key) => [
  ...new Set(rows.flatMap((row) => row[key] ?? [])),
]
