import type { DataOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { sumUpReveals } from '#kernel/audit/server'
import type { studentApi } from '../../../contract.ts'
import { readerKind } from '../../family-queries.ts'
import { fieldWords } from '../students/reading.ts'
import { childOf } from './child.ts'

const dayMs = 86_400_000
const roles: Readonly<Record<string, string>> = {
  head: '班主任',
  vice: '副班主任',
  teaching: '任课教师',
  'grade-head': '年级组长',
  life: '生活老师',
}

/** How often hidden facts of a child were shown in the last year, and as what somebody saw them last. */
export async function readChildLooks(ctx: Ctx, studentId: string): Promise<DataOf<typeof studentApi.childLooks>> {
  const child = await childOf(ctx, studentId)
  const since = new Date(ctx.now.getTime() - 365 * dayMs)
  const { count, last } = await sumUpReveals(ctx, 'student', child.id, since)
  if (!last) return { count, last: null }
  const { role, orgType } = await readerKind(ctx.db, last, child.classId, dayOf(ctx.now))
  const by = roles[role ?? ''] ?? (orgType === 'bureau' ? '教育局工作人员' : '学校工作人员')
  return { count, last: { at: last.at.toISOString(), by, field: fieldWords[last.field] ?? '' } }
}
