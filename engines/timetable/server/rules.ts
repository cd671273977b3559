import type { BodyOf, QueryOf } from '#packages/contract'
import { changedByOthers, newId, notFound, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { listOrgTerms } from '#kernel/schooling/server/api.ts'
import type { StoredRule, timetableApi, TimetableRule } from '../contract.ts'
import { listKnownIds } from './model-queries.ts'
import { requireOpenTerm, requireSchool, requireTerm } from './timetables.ts'
import { deleteRule, findRule, insertRules, listRules, updateRule } from './timetable-queries.ts'

export async function listTimetableRules(
  ctx: Ctx,
  { termId, orgId }: QueryOf<typeof timetableApi.rules>,
): Promise<StoredRule[]> {
  const school = await requireSchool(ctx, 'timetable.read', orgId)
  await requireTerm(ctx, school, termId)
  return listRules(ctx.db, school, termId)
}

/** What a rule names has to belong to the school. */
function listNamed(rule: TimetableRule) {
  const named = {
    members: [] as string[],
    subjects: [] as string[],
    grades: [] as string[],
    classes: [] as string[],
    rooms: [] as string[],
    periods: [] as string[],
  }
  if ('userIds' in rule) named.members.push(...rule.userIds)
  if ('subjectIds' in rule) named.subjects.push(...rule.subjectIds)
  if ('subjectId' in rule) named.subjects.push(rule.subjectId)
  if ('gradeIds' in rule) named.grades.push(...rule.gradeIds)
  if ('classIds' in rule) named.classes.push(...rule.classIds)
  if ('roomIds' in rule) named.rooms.push(...rule.roomIds)
  if ('cells' in rule) named.periods.push(...rule.cells.map(({ periodId }) => periodId))
  if ('cell' in rule) named.periods.push(rule.cell.periodId)
  return named
}

const titles = { members: '教师', subjects: '学科', grades: '年级', classes: '班级', rooms: '场室', periods: '节次' }

async function refuseForeign(ctx: Ctx, orgId: string, rule: TimetableRule) {
  for (const [kind, ids] of Object.entries(listNamed(rule)) as [keyof typeof titles, string[]][]) {
    const wanted = [...new Set(ids)]
    if (wanted.length > 0 && (await listKnownIds(ctx.db, kind, orgId, wanted)).length < wanted.length)
      throw notFound(titles[kind])
  }
}

export async function saveRule(ctx: Ctx, { id, termId, orgId, rule, version }: BodyOf<typeof timetableApi.saveRule>) {
  if (!id) {
    const school = await requireSchool(ctx, 'timetable.edit', orgId || null)
    await requireOpenTerm(ctx, school, termId)
    await refuseForeign(ctx, school, rule)
    const created = newId()
    await insertRules(ctx.db, { orgId: school, termId }, [{ id: created, rule }], ctx.now)
    return { id: created }
  }
  const stored = orNotFound(await findRule(ctx.db, scopeOf(ctx, 'timetable.edit'), id), '排课要求')
  await requireOpenTerm(ctx, stored.orgId, stored.termId)
  await refuseForeign(ctx, stored.orgId, rule)
  if (!(await updateRule(ctx.db, id, rule, version, ctx.now))) throw changedByOthers()
  return { id }
}

export async function removeRule(ctx: Ctx, id: string) {
  const { orgId, termId } = orNotFound(await findRule(ctx.db, scopeOf(ctx, 'timetable.edit'), id), '排课要求')
  await requireOpenTerm(ctx, orgId, termId)
  await deleteRule(ctx.db, id)
  return null
}

/** Copies the rules of a term into one that has none of their kinds yet. */
export async function copyRules(ctx: Ctx, { fromTermId, toTermId, orgId }: BodyOf<typeof timetableApi.copyRules>) {
  const school = await requireSchool(ctx, 'timetable.edit', orgId)
  await requireOpenTerm(ctx, school, toTermId)
  if (!(await listOrgTerms(ctx, school)).some(({ id }) => id === fromTermId)) throw notFound('学期')
  const there = new Set((await listRules(ctx.db, school, toTermId)).map(({ rule }) => rule.kind))
  const rules = (await listRules(ctx.db, school, fromTermId)).filter(({ rule }) => !there.has(rule.kind))
  await insertRules(
    ctx.db,
    { orgId: school, termId: toTermId },
    rules.map(({ rule }) => ({ id: newId(), rule })),
    ctx.now,
  )
  return { copied: rules.length }
}
