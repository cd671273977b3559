import { dayOf, notFound, type Ctx, orNotFound, invalid, newId, Refusal, scopeOf } from '#packages/core'
import type { BodyOf, QueryOf } from '#packages/contract'
import { publish } from '#packages/jobs'
import { type PupilCounts, describeClasses } from '#kernel/schooling/server/api.ts'
import {
  countEverInClass,
  countByClass,
  countByGrade,
  countByGroup,
  countInOrgs,
  findTeachingGroup,
  countSchoolHeads,
  listClassRoster,
  listGroupRoster,
  type RosterRow,
} from '../../student-count-queries.ts'
import { groupMembersChanged, type studentApi } from '../../../contract.ts'
import {
  deleteGroupMembers,
  endGroupMembers,
  findMemberElsewhere,
  insertGroupMembers,
  listMembersOfGroups,
  listStudyingAt,
  lockGroupMembersFrom,
  type MemberOfGroup,
} from '../../group-member-queries.ts'
import { findSchoolInScope, isTeacherOfGroup } from '../../school-queries.ts'
import { resolveScopeIds } from '../../student-search-queries.ts'
import { listSeats, updateSeats, type SeatRow } from '../../student-write-queries.ts'
import { requireStudents, getStaffDay, requireClassInScope, requireNearDay } from './scope-checks.ts'
import { getGradeClassNames } from './class-names.ts'
import { lockSchool } from './change-enrolments.ts'

type ReadContext = Pick<Ctx, 'app' | 'db' | 'now'>

/** Pupil counts for kernel/schooling, which must not depend on this module. */
export const pupilCounts: PupilCounts = {
  countByClass: async ({ db }, classIds, day) =>
    new Map((await countByClass(db, classIds, day)).map(({ id, males, females }) => [id, { males, females }])),
  countByGrade: async ({ db }, gradeIds, day) => toTotals(await countByGrade(db, gradeIds, day)),
  countEverInClass: ({ db }, classId) => countEverInClass(db, classId),
  countInOrg: ({ db }, orgId, day) => countInOrgs(db, [orgId], day),
  countByGroup: async ({ db }, groupIds, day) => toTotals(await countByGroup(db, groupIds, day)),
}
const toTotals = (rows: readonly { id: string; total: number }[]) => new Map(rows.map(({ id, total }) => [id, total]))

/** The roster of a class or teaching group on a day. Does not check the scope: the caller must. */
export async function listRoster(
  ctx: ReadContext,
  of: { classId: string } | { groupId: string },
  day = dayOf(ctx.now),
): Promise<RosterRow[]> {
  if ('classId' in of) return listClassRoster(ctx.db, of.classId, day)
  const group = await findTeachingGroup(ctx.db, of.groupId)
  if (!group) throw notFound('教学班')
  return group.classId === null ? listGroupRoster(ctx.db, group.id, day) : listClassRoster(ctx.db, group.classId, day)
}

export interface HeadCounts {
  total: number
  classes: { classId: string; gradeId: string; males: number; females: number; total: number }[]
  noClass: number
  suspended: number
}

/** The pupils of a school on a day: by class, without a class, and suspended. */
export async function getHeadCounts(ctx: ReadContext, orgId: string, day = dayOf(ctx.now)): Promise<HeadCounts> {
  const rows = await countSchoolHeads(ctx.db, orgId, day)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.total, 0)
  const learning = rows.filter(({ status }) => status === 'studying')
  return {
    total: sum(rows),
    classes: learning.flatMap(({ classId, gradeId, males, females, total }) =>
      classId === null ? [] : { classId, gradeId, males, females, total },
    ),
    noClass: sum(learning.filter(({ classId }) => classId === null)),
    suspended: sum(rows.filter(({ status }) => status === 'suspended')),
  }
}

/**
 * Replaces the members of a free teaching group from a day on. A pupil is in one group of a subject at a time; somebody who
 * changes the group leaves the old one first.
 */
export async function setGroupMembers(ctx: Ctx, form: BodyOf<typeof studentApi.setGroupMembers>) {
  const { groupId, from } = form
  const ids = [...new Set(form.studentIds)]
  requireNearDay(ctx, from)
  const group = orNotFound(await findTeachingGroup(ctx.db, groupId), '教学班')
  orNotFound(await findSchoolInScope(ctx.db, scopeOf(ctx, 'student.event'), group.orgId), '教学班')
  if (group.kind === 'class') throw new Refusal('行政班的学生随班级变动，不能单独设置')
  if (group.capacity !== null && ids.length > group.capacity)
    throw invalid([{ field: 'studentIds', msg: `人数超过容量${group.capacity}人` }])
  await lockSchool(ctx, group.orgId)
  await requireStudents(ctx, 'student.event', ids)
  if ((await listStudyingAt(ctx.db, group.orgId, ids, from)).length < ids.length)
    throw new Refusal('部分学生在该日不在本校就读')
  const elsewhere = await findMemberElsewhere(ctx.db, groupId, ids, from)
  if (elsewhere)
    throw invalid([{ field: 'studentIds', msg: `${elsewhere.name}已在本学科的“${elsewhere.groupName}”，请先移出` }])
  const changed = await replaceGroupMembers(ctx, groupId, ids, from)
  if (changed.joined + changed.left > 0) await publish(ctx, groupMembersChanged, { groupId })
  return changed
}

/** The pupils of free groups on a day, for the check of a timetable. Does not check the scope: the caller must. */
export const listGroupMembersOf = (
  ctx: Pick<Ctx, 'db'>,
  groupIds: readonly string[],
  on: string,
): Promise<MemberOfGroup[]> => listMembersOfGroups(ctx.db, groupIds, on)

async function replaceGroupMembers(ctx: Ctx, groupId: string, ids: readonly string[], from: string) {
  const members = await lockGroupMembersFrom(ctx.db, groupId, from)
  const memberIds = new Set(ids)
  // Memberships that would begin later are deleted; chosen pupils join now instead.
  const later = members.filter(({ beginsOn }) => beginsOn >= from)
  const staying = members.filter(({ beginsOn, studentId }) => beginsOn < from && memberIds.has(studentId))
  const leaving = members.filter(({ beginsOn, studentId }) => beginsOn < from && !memberIds.has(studentId))
  await deleteGroupMembers(
    ctx.db,
    later.map(({ id }) => id),
  )
  await endGroupMembers(
    ctx.db,
    leaving.map(({ id }) => id),
    from,
    ctx.now,
  )
  const stays = new Set(staying.map(({ studentId }) => studentId))
  const came = new Set(later.map(({ studentId }) => studentId))
  const joining = ids.filter((id) => !stays.has(id))
  await insertGroupMembers(
    ctx.db,
    groupId,
    joining.map((studentId) => ({ id: newId(), studentId })),
    from,
    ctx.now,
  )
  return {
    joined: joining.filter((id) => !came.has(id)).length,
    left: leaving.length + later.filter(({ studentId }) => !memberIds.has(studentId)).length,
  }
}

/** The roster of a class or group, if it is in the caller's scope on that day. */
export async function getRoster(ctx: Ctx, { classId, groupId, on, pageSize }: QueryOf<typeof studentApi.roster>) {
  const day = on ?? dayOf(ctx.now)
  if (!classId && !groupId) throw invalid([{ field: 'classId', msg: '请选择班级' }])
  if (classId) await requireClassInScope(ctx, 'student.read', classId, day)
  else await requireGroupInScope(ctx, groupId!, day)
  const rows = await listRoster(ctx, classId ? { classId } : { groupId: groupId! }, day)
  const names = await getGradeClassNames(ctx, rows, day)
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

/** In scope through its class, its school, or because the caller teaches the group. */
async function requireGroupInScope(ctx: Ctx, groupId: string, day: string) {
  const group = orNotFound(await findTeachingGroup(ctx.db, groupId), '教学班')
  if (group.classId !== null) return requireClassInScope(ctx, 'student.read', group.classId, day)
  const scope = scopeOf(ctx, 'student.read')
  if (await findSchoolInScope(ctx.db, scope, group.orgId)) return
  if (scope.classesOf !== null && (await isTeacherOfGroup(ctx.db, groupId, scope.classesOf, getStaffDay(ctx, day))))
    return
  throw notFound('教学班')
}

/** Pupil counts of a school on a day. Callers whose scope is classes get only these classes. */
export async function getHeadCountsInScope(ctx: Ctx, { orgId, on }: QueryOf<typeof studentApi.headCounts>) {
  const day = on ?? dayOf(ctx.now)
  const scope = scopeOf(ctx, 'student.read')
  const id = orgId ?? ctx.actor.orgId
  const isWhole = (await findSchoolInScope(ctx.db, scope, id)) !== undefined
  const counts = await getHeadCounts(ctx, id, day)
  const classes = await describeClasses(ctx, { classIds: counts.classes.map(({ classId }) => classId) }, day)
  const ownClassIds = isWhole ? null : new Set(await listOwnClassIds(ctx, id, day))
  if (ownClassIds?.size === 0) throw notFound('组织')
  const shown = counts.classes
    .filter(({ classId }) => ownClassIds === null || ownClassIds.has(classId))
    .map(({ gradeId: _, ...count }) => ({ ...count, label: classes.get(count.classId)?.label ?? '' }))
    .toSorted((one, other) => compareClasses(classes.get(one.classId)!, classes.get(other.classId)!))
  const total = shown.reduce((sum, one) => sum + one.total, 0)
  return ownClassIds
    ? { on: day, total, classes: shown, noClass: 0, suspended: 0 }
    : { on: day, total: counts.total, classes: shown, noClass: counts.noClass, suspended: counts.suspended }
}

interface ClassOrder {
  stage: number
  startYear: number
  sort: number
}
/** Youngest grade first. */
const compareClasses = (one: ClassOrder, other: ClassOrder) =>
  one.stage - other.stage || other.startYear - one.startYear || one.sort - other.sort

const listOwnClassIds = async (ctx: Ctx, orgId: string, day: string) =>
  (await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.read'), orgId, getStaffDay(ctx, day))).classIds

/** Sets the given seats, or numbers the whole class in an order. Refuses duplicate seats. */
export async function setSeats(ctx: Ctx, { classId, seats, by }: BodyOf<typeof studentApi.setSeats>) {
  const { orgId } = await requireClassInScope(ctx, 'student.contact', classId)
  await lockSchool(ctx, orgId)
  const pupils = await listSeats(ctx.db, classId, dayOf(ctx.now))
  const newSeats = new Map(by ? numberInOrder(pupils, by) : (seats ?? []).map(({ id, seatNo }) => [id, seatNo]))
  const here = new Set(pupils.map(({ studentId }) => studentId))
  if ([...newSeats.keys()].some((id) => !here.has(id))) throw notFound('学生')
  const after = pupils.map((pupil) => ({
    ...pupil,
    seatNo: newSeats.has(pupil.studentId) ? newSeats.get(pupil.studentId)! : pupil.seatNo,
  }))
  const double = findDuplicateSeat(after)
  if (double !== undefined) throw invalid([{ field: 'seats', msg: `座号${double}重复` }])
  const changed = after.filter(({ seatNo }, at) => seatNo !== pupils[at]!.seatNo)
  await updateSeats(ctx.db, changed, ctx.now)
  return { changed: changed.length }
}

function numberInOrder(pupils: readonly SeatRow[], by: 'school-no' | 'pinyin'): [string, number][] {
  // Padding sorts numbers of different length correctly. Pupils without a number come last.
  const key = ({ schoolNo, pinyin }: SeatRow) =>
    by === 'pinyin' ? pinyin : `${schoolNo === '' ? 1 : 0}${schoolNo.padStart(30, '0')}${pinyin}`
  const sorted = pupils.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
  return sorted.map(({ studentId }, at) => [studentId, at + 1])
}

function findDuplicateSeat(seats: readonly { seatNo: number | null }[]): number | undefined {
  const seen = new Set<number>()
  return seats.find(({ seatNo }) => seatNo !== null && (seen.has(seatNo) || !seen.add(seatNo)))?.seatNo ?? undefined
}
