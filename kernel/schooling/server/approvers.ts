import { dayOf } from '#packages/core'
import type { ApproverKind } from '#kernel/approval/server/api.ts'
import { listClassTeachers } from './service/classes/class-descriptions.ts'

/** The head teacher of the class in a field of the record: `field` is its name. */
export const approversByClass: ApproverKind = {
  kind: 'class-head',
  title: '班主任',
  resolve: async (ctx, rule, { values }) => {
    const classId = values[String(rule.with['field'])]
    if (typeof classId !== 'string') return []
    const teachers = await listClassTeachers(ctx, [classId], dayOf(ctx.now))
    return (teachers.get(classId) ?? [])
      .filter(({ role }) => role === 'head')
      .map(({ personId, userId }) => ({ personId, memberId: userId }))
  },
}
