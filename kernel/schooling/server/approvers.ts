import { z } from 'zod'
import { dayOf } from '#packages/core'
import type { ApproverKind } from '#kernel/approval/server/api.ts'
import { listGradeHeadsOfClass, listGradeHeadsOfMember } from './class-teacher-queries.ts'
import { listClassTeachers } from './service/classes/class-descriptions.ts'

/** The class in a field of the record; values are what somebody submitted. */
const toClassId = (value: unknown) => (z.guid().safeParse(value).success ? String(value) : undefined)

/** The head teacher of the class in a field of the record: `field` is its name. */
const approversByClass: ApproverKind = {
  kind: 'class-head',
  title: '班主任',
  asks: 'class',
  resolve: async (ctx, rule, { values }) => {
    const classId = toClassId(values[String(rule.with['field'])])
    if (!classId) return []
    const teachers = await listClassTeachers(ctx, [classId], dayOf(ctx.now))
    return (teachers.get(classId) ?? [])
      .filter(({ role }) => role === 'head')
      .map(({ personId, userId }) => ({ personId, memberId: userId }))
  },
}

/** The head of the grade of the class in a field of the record; without `field`, of the grade of the applicant. */
const approversByGrade: ApproverKind = {
  kind: 'grade-head',
  title: '年级组长',
  asks: 'grade',
  resolve: async (ctx, rule, { values, applicant }) => {
    const day = dayOf(ctx.now)
    const { field } = rule.with
    if (typeof field !== 'string' || field === '') return listGradeHeadsOfMember(ctx.db, applicant.memberId, day)
    const classId = toClassId(values[field])
    return classId ? listGradeHeadsOfClass(ctx.db, classId, day) : []
  },
}

export const approversOfClasses: readonly ApproverKind[] = [approversByClass, approversByGrade]
