import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, notFound, scopeOf, type Ctx } from '#packages/core'
import type { StudentChange, studentApi } from '../../../contract.ts'
import { changesSince } from '../../board-queries.ts'
import { countChanges, pageOfChanges, type ChangeRow } from '../../change-queries.ts'
import { openReason } from '../../numbers.ts'
import { reachOf, type Reach } from '../../search-queries.ts'
import { findStudent } from './finding.ts'
import { namesOn } from './naming.ts'
import { fieldsIn } from './presenting.ts'

/** 学籍异动: of one pupil, or of all that one's reach has to do with. */
export async function listChanges(ctx: Ctx, { studentId, orgId, type, ...page }: QueryOf<typeof studentApi.changes>) {
  const day = dayOf(ctx.now)
  const where = studentId
    ? { studentId: (await findStudent(ctx, 'student.read', studentId)).id }
    : { reach: await reachFor(ctx, orgId ?? null, day) }
  const { items, ...counts } = await pageOfChanges(ctx.db, where, { type }, page)
  return { ...counts, items: await present(ctx, items, day) }
}

/** The same as a list of its own: by name, kind and days, with how many there are of each kind. */
export async function searchChanges(ctx: Ctx, search: BodyOf<typeof studentApi.searchChanges>) {
  const { orgId, pageNumber, pageSize, ...asked } = search
  const day = dayOf(ctx.now)
  const reach = await reachFor(ctx, orgId, day)
  const { items, ...page } = await pageOfChanges(ctx.db, { reach }, asked, { pageNumber, pageSize })
  return { ...page, items: await present(ctx, items, day), counts: await countChanges(ctx.db, reach, asked) }
}

const recentMs = 30 * 86_400_000

/** The few that were written down last, for the board. */
export async function listRecentChanges(ctx: Ctx): Promise<StudentChange[]> {
  const day = dayOf(ctx.now)
  const reach = await reachOf(ctx.db, scopeOf(ctx, 'student.read'), ctx.actor.orgId, day)
  return present(ctx, await changesSince(ctx.db, reach, new Date(ctx.now.getTime() - recentMs)), day)
}

/** A teacher without classes still works at the own school; any other organisation out of reach does not exist. */
async function reachFor(ctx: Ctx, orgId: string | null, day: string): Promise<Reach> {
  const reach = await reachOf(ctx.db, scopeOf(ctx, 'student.read'), orgId, day)
  const isNothing = reach.orgIds?.length === 0 && reach.classIds.length === 0
  if (isNothing && orgId !== null && orgId !== ctx.actor.orgId) throw notFound('组织')
  return reach
}

async function present(ctx: Ctx, rows: readonly ChangeRow[], day: string): Promise<StudentChange[]> {
  const fields = await fieldsIn(ctx)
  const knows = await whoseReasons(ctx, day)
  const classIds = rows.flatMap(({ fromClassId, toClassId }) => [fromClassId, toClassId])
  const names = await namesOn(
    ctx,
    classIds.map((classId) => ({ classId, gradeId: null })),
    day,
  )
  return rows.map((row) => {
    // The school is said where there are two.
    const goes = row.fromOrgId !== null && row.toOrgId !== null && row.fromOrgId !== row.toOrgId
    const words = (org: string | null, classId: string | null) =>
      [goes ? org : '', names.class(classId)].filter(Boolean).join(' ')
    return {
      id: row.id,
      studentId: row.studentId,
      studentName: row.studentName,
      type: row.type,
      on: row.on,
      from: words(row.fromOrgName, row.fromClassId),
      to: words(row.toOrgName, row.toClassId),
      reason: knows(row) ? openReason(fields, row.id, row.reason) : '',
      by: row.byName ?? '',
      at: row.at.toISOString(),
      isUndone: row.undoneAt !== null,
    }
  })
}

/** People write illnesses into reasons: told to those who deal with such things at one of the two schools. */
async function whoseReasons(ctx: Ctx, day: string): Promise<(row: ChangeRow) => boolean> {
  const scope = ctx.actor.permissions.get('student.event')
  if (!scope) return () => false
  const { orgIds }: Reach = await reachOf(ctx.db, scope, null, day)
  if (orgIds === null) return () => true
  const within = new Set(orgIds)
  return ({ fromOrgId, toOrgId }) => within.has(fromOrgId ?? '') || within.has(toOrgId ?? '')
}
