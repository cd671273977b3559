import type { DataOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { getRevealSummary } from '#kernel/audit/server/api.ts'
import type { studentApi } from '../../../contract.ts'
import { getReaderRole } from '../../family-queries.ts'
import { fieldLabels } from '../students/student-detail.ts'
import { requireChild } from './family-children.ts'

const dayMs = 86_400_000
const roleLabels: Readonly<Record<string, string>> = {
  head: '班主任',
  vice: '副班主任',
  teaching: '任课教师',
  'grade-head': '年级组长',
  life: '生活老师',
}

/** How often masked fields of a child were revealed in the last year, and the role of the last reader. */
export async function getChildReveals(ctx: Ctx, studentId: string): Promise<DataOf<typeof studentApi.childReveals>> {
  const child = await requireChild(ctx, studentId)
  const since = new Date(ctx.now.getTime() - 365 * dayMs)
  const { count, last } = await getRevealSummary(ctx, 'student', child.id, since)
  if (!last) return { count, last: null }
  const { role, orgType } = await getReaderRole(ctx.db, last, child.classId, dayOf(ctx.now))
  const by = roleLabels[role ?? ''] ?? (orgType === 'bureau' ? '教育局工作人员' : '学校工作人员')
  return { count, last: { at: last.at.toISOString(), by, field: fieldLabels[last.field] ?? '' } }
}
