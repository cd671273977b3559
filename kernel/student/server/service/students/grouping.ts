import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, found, invalid, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server'
import type { studentApi } from '../../../contract.ts'
import { groupById } from '../../count-queries.ts'
import { dropMembers, endMembers, insertMembers, learningAt, membersFrom } from '../../group-queries.ts'
import { schoolWithin, teachesGroup } from '../../school-queries.ts'
import { reachOf } from '../../search-queries.ts'
import { headCountsOn, rosterOn } from './counting.ts'
import { requireStudents, staffDayOf } from './finding.ts'
import { namesOn } from './naming.ts'
import { holdSchool } from './placing.ts'
import { classFor, requireNearDay } from './schooling.ts'

/** From a day on these are in a free group, and nobody else. */
export async function setGroupMembers(ctx: Ctx, form: BodyOf<typeof studentApi.setGroupMembers>) {
  const { groupId, from } = form
  const ids = [...new Set(form.studentIds)]
  requireNearDay(ctx, from)
  const group = found(await groupById(ctx.db, groupId), '教学班')
  found(await schoolWithin(ctx.db, scopeOf(ctx, 'student.event'), group.orgId), '教学班')
  if (group.kind === 'class') throw new Refusal('行政班的学生随班级变动，不能单独设置')
  if (group.capacity !== null && ids.length > group.capacity)
    throw invalid([{ field: 'studentIds', msg: `人数超过容量${group.capacity}人` }])
  await holdSchool(ctx, group.orgId)
  await requireStudents(ctx, 'student.event', ids)
  if ((await learningAt(ctx.db, group.orgId, ids, from)).length < ids.length)
    throw new Refusal('部分学生在该日不在本校就读')
  return exchange(ctx, groupId, ids, from)
}

async function exchange(ctx: Ctx, groupId: string, ids: readonly string[], from: string) {
  const members = await membersFrom(ctx.db, groupId, from)
  const wanted = new Set(ids)
  // Whoever was to come later comes now, or not at all.
  const later = members.filter(({ beginsOn }) => beginsOn >= from)
  const staying = members.filter(({ beginsOn, studentId }) => beginsOn < from && wanted.has(studentId))
  const leaving = members.filter(({ beginsOn, studentId }) => beginsOn < from && !wanted.has(studentId))
  await dropMembers(
    ctx.db,
    later.map(({ id }) => id),
  )
  await endMembers(
    ctx.db,
    leaving.map(({ id }) => id),
    from,
    ctx.now,
  )
  const stays = new Set(staying.map(({ studentId }) => studentId))
  const came = new Set(later.map(({ studentId }) => studentId))
  const joining = ids.filter((id) => !stays.has(id))
  await insertMembers(
    ctx.db,
    groupId,
    joining.map((studentId) => ({ id: newId(), studentId })),
    from,
    ctx.now,
  )
  return {
    joined: joining.filter((id) => !came.has(id)).length,
    left: leaving.length + later.filter(({ studentId }) => !wanted.has(studentId)).length,
  }
}

/** Who is in a class or a group on a day, for those who have to do with it that day. */
export async function readRoster(ctx: Ctx, { classId, groupId, on, pageSize }: QueryOf<typeof studentApi.roster>) {
  const day = on ?? dayOf(ctx.now)
  if (!classId && !groupId) throw invalid([{ field: 'classId', msg: '请选择班级' }])
  if (classId) await classFor(ctx, 'student.read', classId, day)
  else await requireGroup(ctx, groupId!, day)
  const rows = await rosterOn(ctx, classId ? { classId } : { groupId: groupId! }, day)
  const names = await namesOn(ctx, rows, day)
  return {
    on: day,
    items: rows.slice(0, pageSize).map(({ id, name, sex, seatNo, classId: of }) => ({
      id,
      name,
      sex: sex ?? '',
      seatNo,
      className: names.class(of),
    })),
  }
}

/** By its class, by its school, or because one teaches it. */
async function requireGroup(ctx: Ctx, groupId: string, day: string) {
  const group = found(await groupById(ctx.db, groupId), '教学班')
  if (group.classId !== null) return classFor(ctx, 'student.read', group.classId, day)
  const scope = scopeOf(ctx, 'student.read')
  if (await schoolWithin(ctx.db, scope, group.orgId)) return
  if (scope.classesOf !== null && (await teachesGroup(ctx.db, groupId, scope.classesOf, staffDayOf(ctx, day)))) return
  throw notFound('教学班')
}

/** How many there were on a day. Whoever has classes only is told of those. */
export async function readHeadCounts(ctx: Ctx, { orgId, on }: QueryOf<typeof studentApi.headCounts>) {
  const day = on ?? dayOf(ctx.now)
  const scope = scopeOf(ctx, 'student.read')
  const id = orgId ?? ctx.actor.orgId
  const isWhole = (await schoolWithin(ctx.db, scope, id)) !== undefined
  const counts = await headCountsOn(ctx, id, day)
  const classes = await describeClasses(ctx, { classIds: counts.classes.map(({ classId }) => classId) }, day)
  const mine = isWhole ? null : new Set(await classesWithin(ctx, id, day))
  if (mine?.size === 0) throw notFound('组织')
  const shown = counts.classes
    .filter(({ classId }) => mine === null || mine.has(classId))
    .map(({ gradeId: _, ...count }) => ({ ...count, label: classes.get(count.classId)?.label ?? '' }))
    .toSorted((one, other) => orderOf(classes.get(one.classId)!, classes.get(other.classId)!))
  const total = shown.reduce((sum, one) => sum + one.total, 0)
  return mine
    ? { on: day, total, classes: shown, noClass: 0, suspended: 0 }
    : { on: day, total: counts.total, classes: shown, noClass: counts.noClass, suspended: counts.suspended }
}

interface Ordered {
  stage: number
  startYear: number
  sort: number
}
/** The youngest grade first. */
const orderOf = (one: Ordered, other: Ordered) =>
  one.stage - other.stage || other.startYear - one.startYear || one.sort - other.sort

const classesWithin = async (ctx: Ctx, orgId: string, day: string) =>
  (await reachOf(ctx.db, scopeOf(ctx, 'student.read'), orgId, staffDayOf(ctx, day))).classIds
