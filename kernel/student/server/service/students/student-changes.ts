import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, notFound, scopeOf, type Ctx } from '#packages/core'
import type { StudentChange, studentApi } from '../../../contract.ts'
import { listChangesSince } from '../../board-queries.ts'
import { countStudentChanges, listChangePage, type ChangeRow } from '../../student-change-queries.ts'
import { decryptReason } from '../../encrypted-fields.ts'
import { resolveScopeIds, type ScopeIds } from '../../student-search-queries.ts'
import { findStudent } from './scope-checks.ts'
import { getGradeClassNames } from './class-names.ts'
import { getFieldCipher } from './present-students.ts'

/** 学籍异动 of one pupil, or of all pupils in the caller's scope. */
export async function listChanges(ctx: Ctx, { studentId, orgId, type, ...page }: QueryOf<typeof studentApi.changes>) {
  const day = dayOf(ctx.now)
  const where = studentId
    ? { studentId: (await findStudent(ctx, 'student.read', studentId)).id }
    : { scopeIds: await requireScopeIds(ctx, orgId ?? null, day) }
  const { items, ...counts } = await listChangePage(ctx.db, where, { type }, page)
  return { ...counts, items: await presentChanges(ctx, items, day) }
}

/** Search over all changes: by name, type and date, with a count per type. */
export async function searchChanges(ctx: Ctx, search: BodyOf<typeof studentApi.searchChanges>) {
  const { orgId, pageNumber, pageSize, ...filter } = search
  const day = dayOf(ctx.now)
  const scopeIds = await requireScopeIds(ctx, orgId, day)
  const { items, ...page } = await listChangePage(ctx.db, { scopeIds }, filter, { pageNumber, pageSize })
  return {
    ...page,
    items: await presentChanges(ctx, items, day),
    counts: await countStudentChanges(ctx.db, scopeIds, filter),
  }
}

const recentMs = 30 * 86_400_000

/** The latest changes, for the board. */
export async function listRecentChanges(ctx: Ctx): Promise<StudentChange[]> {
  const day = dayOf(ctx.now)
  const scopeIds = await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.read'), ctx.actor.orgId, day)
  return presentChanges(ctx, await listChangesSince(ctx.db, scopeIds, new Date(ctx.now.getTime() - recentMs)), day)
}

/** A teacher without classes gets an empty list for the own school. Other organisations out of scope are not found. */
async function requireScopeIds(ctx: Ctx, orgId: string | null, day: string): Promise<ScopeIds> {
  const scopeIds = await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.read'), orgId, day)
  const isNothing = scopeIds.orgIds?.length === 0 && scopeIds.classIds.length === 0
  if (isNothing && orgId !== null && orgId !== ctx.actor.orgId) throw notFound('组织')
  return scopeIds
}

async function presentChanges(ctx: Ctx, rows: readonly ChangeRow[], day: string): Promise<StudentChange[]> {
  const fields = await getFieldCipher(ctx)
  const mayReadReason = await getReasonFilter(ctx, day)
  const classIds = rows.flatMap(({ fromClassId, toClassId }) => [fromClassId, toClassId])
  const names = await getGradeClassNames(
    ctx,
    classIds.map((classId) => ({ classId, gradeId: null })),
    day,
  )
  return rows.map((row) => {
    // The school is shown only for a change between two schools.
    const isBetweenSchools = row.fromOrgId !== null && row.toOrgId !== null && row.fromOrgId !== row.toOrgId
    const describeClass = (org: string | null, classId: string | null) =>
      [isBetweenSchools ? org : '', names.class(classId)].filter(Boolean).join(' ')
    return {
      id: row.id,
      studentId: row.studentId,
      studentName: row.studentName,
      type: row.type,
      on: row.on,
      from: describeClass(row.fromOrgName, row.fromClassId),
      to: describeClass(row.toOrgName, row.toClassId),
      reason: mayReadReason(row) ? decryptReason(fields, row.id, row.reason) : '',
      by: row.byName ?? '',
      at: row.at.toISOString(),
      isUndone: row.undoneAt !== null,
    }
  })
}

/** Reasons may mention illnesses, so only callers with `student.event` at one of the two schools see them. */
async function getReasonFilter(ctx: Ctx, day: string): Promise<(row: ChangeRow) => boolean> {
  const scope = ctx.actor.permissions.get('student.event')
  if (!scope) return () => false
  const { orgIds }: ScopeIds = await resolveScopeIds(ctx.db, scope, null, day)
  if (orgIds === null) return () => true
  const within = new Set(orgIds)
  return ({ fromOrgId, toOrgId }) => within.has(fromOrgId ?? '') || within.has(toOrgId ?? '')
}
