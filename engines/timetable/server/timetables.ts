import {
  changedByOthers,
  dayOf,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
  type Ctx,
  type Scope,
} from '#packages/core'
import type { BodyOf, QueryOf } from '#packages/contract'
import { isOrgInScope, findUnitById } from '#kernel/org/server/api.ts'
import { listOrgTerms, listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import type { SlotChange, timetableApi, TimetableContent, TimetableRow } from '../contract.ts'
import { checkTimetable } from './check-timetable.ts'
import { chooseRoom, findObstacle } from './find-obstacle.ts'
import { judgeCells } from './judge-cells.ts'
import { loadTimetable, presentPeriods } from './load-model.ts'
import { listKnownIds } from './model-queries.ts'
import type { ModelSlot, TimetableModel } from './model.ts'
import { listWaitingHours } from './planned-hours.ts'
import { deleteSlots, findTimetableOfSlot, insertSlots, listSlots, updateSlots } from './slot-queries.ts'
import { getCell, TimetableIndex, toCellKey } from './timetable-index.ts'
import {
  deleteTimetable,
  findHeld,
  findTimetable,
  insertTimetable,
  listTimetablesInScope,
  lockTimetable,
  touchTimetable,
  type TimetableFacts,
} from './timetable-queries.ts'

type Permission = 'timetable.read' | 'timetable.edit' | 'timetable.auto' | 'timetable.publish' | 'timetable.import'

/** A school whose timetables the caller reads or makes; without one the caller's own. */
export async function requireSchool(ctx: Ctx, permission: Permission, orgId: string | null): Promise<string> {
  const id = orgId ?? ctx.actor.orgId
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, permission), id))) throw notFound('组织')
  return id
}

export async function requireTerm(ctx: Ctx, orgId: string, termId: string) {
  return orNotFound(
    (await listOrgTerms(ctx, orgId)).find(({ id }) => id === termId),
    '学期',
  )
}

/** A term that is not sealed. */
export async function requireOpenTerm(ctx: Ctx, orgId: string, termId: string) {
  const term = await requireTerm(ctx, orgId, termId)
  if (term.state === 'sealed') throw new Refusal('学期已封存，不能修改')
  return term
}

/** A version in scope with the path of its school. */
export async function requireTimetable(ctx: Ctx, permission: Permission, id: string) {
  const timetable = orNotFound(await findTimetable(ctx.db, scopeOf(ctx, permission), id), '课表')
  return { ...timetable, path: await getPath(ctx, timetable.orgId) }
}

/** The same, locked for a change; a published version is not changed any more. */
export async function requireDraft(ctx: Ctx, permission: Permission, id: string) {
  const { path } = await requireTimetable(ctx, permission, id)
  const timetable = orNotFound(await lockTimetable(ctx.db, id), '课表')
  if (timetable.status !== 'draft') throw new Refusal('已发布的课表不能修改，请复制为新草稿')
  await requireOpenTerm(ctx, timetable.orgId, timetable.termId)
  return { ...timetable, path }
}

export const getPath = async (ctx: Ctx, orgId: string) => orNotFound(await findUnitById(ctx, orgId), '组织').path

const isChecked = ({ status, checkedVersion, version }: TimetableFacts) =>
  status === 'draft' && checkedVersion === version

async function presentRows(
  ctx: Ctx,
  scope: Scope,
  filter: Parameters<typeof listTimetablesInScope>[2],
): Promise<TimetableRow[]> {
  const rows = await listTimetablesInScope(ctx.db, scope, filter)
  const [first] = rows
  if (!first) return []
  const terms = new Map((await listOrgTerms(ctx, first.orgId)).map((term) => [term.id, term.name]))
  const held = await findHeld(ctx.db, first.orgId, dayOf(ctx.now))
  return rows.map((row) => ({
    id: row.id,
    orgId: row.orgId,
    termId: row.termId,
    termName: terms.get(row.termId) ?? '',
    name: row.name,
    status: isChecked(row) ? 'checked' : row.status,
    effectiveOn: row.effectiveOn,
    isCurrent: row.id === held?.id,
    lessons: row.lessons,
    unplaced: row.unplaced,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }))
}

/** The versions of a school. Who reads only single classes has no versions, but the week of the class. */
export const listTimetables = (ctx: Ctx, { termId, orgId }: QueryOf<typeof timetableApi.list>) =>
  presentRows(ctx, scopeOf(ctx, 'timetable.read'), { orgId: orgId ?? ctx.actor.orgId, termId })

export async function getContent(ctx: Ctx, id: string): Promise<TimetableContent> {
  const timetable = await requireTimetable(ctx, 'timetable.read', id)
  const [row] = await presentRows(ctx, scopeOf(ctx, 'timetable.read'), { id })
  const { model, periods, groups, day } = await loadTimetable(ctx, timetable)
  const index = new TimetableIndex(model)
  const shortNames = new Map(groups.map((group) => [group.id, group.shortName]))
  const gradeNames = new Map([...model.classes.values()].map(({ gradeId, label }) => [gradeId, label.split('(')[0]!]))
  return {
    timetable: row!,
    weekdays: [...model.weekdays],
    periods: presentPeriods(periods),
    classes: [...model.classes.values()].map((one) => ({ ...one, gradeName: gradeNames.get(one.gradeId) ?? '' })),
    groups: [...model.groups.values()].map((group) => ({
      ...group,
      teacherIds: [...group.teacherIds],
      shortName: shortNames.get(group.id) || group.subjectName.slice(0, 2),
      classIds: [...index.classesOf(group)],
    })),
    teachers: [...model.teachers.values()],
    rooms: [...model.rooms.values()],
    slots: model.slots.map((slot) => presentSlot(index, slot)),
    day,
  }
}

/** With the teachers who give the lesson: its own, or else those of its group. */
const presentSlot = (index: TimetableIndex, slot: ModelSlot) => ({
  ...slot,
  weeks: [...slot.weeks],
  teacherIds: [...index.teachersOf(slot)],
})

/** A draft: a copy of a version, or all lessons of the assignments without a place. */
export async function createTimetable(ctx: Ctx, { termId, orgId, name, copyId }: BodyOf<typeof timetableApi.create>) {
  const school = await requireSchool(ctx, 'timetable.edit', orgId)
  await requireOpenTerm(ctx, school, termId)
  const source = copyId === null ? null : await requireTimetable(ctx, 'timetable.read', copyId)
  if (source && (source.orgId !== school || source.termId !== termId)) throw notFound('课表')
  const id = await insertDraft(ctx, { orgId: school, termId, name })
  if (source) {
    const slots = await listSlots(ctx.db, source.id)
    await insertSlots(
      ctx.db,
      id,
      slots.map((slot) => ({ ...slot, id: newId() })),
      ctx.now,
    )
  } else await insertSlots(ctx.db, id, await planSlots(ctx, school, termId), ctx.now)
  return { id }
}

export async function insertDraft(ctx: Ctx, { orgId, termId, name }: { orgId: string; termId: string; name: string }) {
  const id = newId()
  await insertTimetable(ctx.db, { id, orgId, termId, name, personId: ctx.actor.personId }, ctx.now)
  return id
}

/** A lesson that waits for a place. */
export const createSlot = ({ groupId, weekRule }: Pick<ModelSlot, 'groupId' | 'weekRule'>): ModelSlot => ({
  id: newId(),
  groupId,
  weekday: null,
  periodId: null,
  weekRule,
  weeks: [],
  roomId: null,
  teacherIds: [],
  isLocked: false,
})

/** The lessons of the assignments of a term. */
async function planSlots(ctx: Ctx, orgId: string, termId: string): Promise<ModelSlot[]> {
  const groups = await listTeachingOfTerm(ctx, orgId, termId)
  return groups.flatMap((group) =>
    listWaitingHours(group, []).map((weekRule) => createSlot({ groupId: group.id, weekRule })),
  )
}

export async function renameTimetable(ctx: Ctx, { id, name, version }: BodyOf<typeof timetableApi.rename>) {
  await requireTimetable(ctx, 'timetable.edit', id)
  const timetable = orNotFound(await lockTimetable(ctx.db, id), '课表')
  if (timetable.version !== version) throw changedByOthers()
  await touchTimetable(ctx.db, id, ctx.now, { name })
  return { id }
}

export async function removeTimetable(ctx: Ctx, id: string) {
  await requireDraft(ctx, 'timetable.edit', id)
  await deleteTimetable(ctx.db, id)
  return null
}

/** Brings the number of lessons of each group to the hours of its assignments. Places stay as far as they can. */
export async function fillFromTeaching(ctx: Ctx, id: string) {
  const timetable = await requireDraft(ctx, 'timetable.edit', id)
  const wanted = Map.groupBy(await planSlots(ctx, timetable.orgId, timetable.termId), ({ groupId }) => groupId)
  const there = Map.groupBy(await listSlots(ctx.db, id), ({ groupId }) => groupId)
  const added: ModelSlot[] = []
  const removed: string[] = []
  for (const groupId of new Set([...wanted.keys(), ...there.keys()])) {
    // Waiting lessons go first, locked ones last.
    const rest = (there.get(groupId) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b))
    const open = [...(wanted.get(groupId) ?? [])]
    const extra = rest.slice(open.length)
    removed.push(...extra.filter(({ isLocked }) => !isLocked).map((slot) => slot.id))
    added.push(...open.slice(rest.length))
  }
  await deleteSlots(ctx.db, removed)
  await insertSlots(ctx.db, id, added, ctx.now)
  if (added.length + removed.length > 0) await touchTimetable(ctx.db, id, ctx.now)
  return { added: added.length, removed: removed.length }
}

const rankOf = ({ isLocked, weekday }: ModelSlot) => (isLocked ? 0 : weekday === null ? 2 : 1)

export async function judgeSlot(ctx: Ctx, slotId: string) {
  const id = orNotFound(await findTimetableOfSlot(ctx.db, slotId), '课')
  const { model } = await loadTimetable(ctx, await requireTimetable(ctx, 'timetable.edit', id))
  const index = new TimetableIndex(model)
  return judgeCells(index, orNotFound(index.getSlot(slotId), '课'))
}

/**
 * Moves, locks or gives rooms to lessons: all of them or none. The places are judged after all steps, so that lessons
 * may change places.
 */
export async function changeSlots(ctx: Ctx, { id, changes }: BodyOf<typeof timetableApi.change>) {
  const timetable = await requireDraft(ctx, 'timetable.edit', id)
  await refuseForeignRooms(ctx, timetable.orgId, changes)
  const { model } = await loadTimetable(ctx, timetable)
  const index = new TimetableIndex(model)
  const moved = changes.map((change) => applyChange(index, model, change))
  for (const slotId of moved) placeSlot(index, slotId)
  const slots = moved.map((slotId) => index.getSlot(slotId)!)
  await updateSlots(ctx.db, slots, ctx.now)
  return { version: await touchTimetable(ctx.db, id, ctx.now), slots: slots.map((slot) => presentSlot(index, slot)) }
}

async function refuseForeignRooms(ctx: Ctx, orgId: string, changes: readonly SlotChange[]) {
  const wanted = [...new Set(changes.flatMap(({ roomId }) => roomId ?? []))]
  if (wanted.length === 0) return
  if ((await listKnownIds(ctx.db, 'rooms', orgId, wanted)).length < wanted.length) throw notFound('场室')
}

const keyOf = (cell: ReturnType<typeof getCell>) => (cell ? toCellKey(cell) : '')

function applyChange(index: TimetableIndex, model: TimetableModel, { slotId, from, to, roomId, isLocked }: SlotChange) {
  const slot = orNotFound(index.getSlot(slotId), '课')
  if (keyOf(getCell(slot)) !== keyOf(from)) throw changedByOthers()
  const isMoved = keyOf(from) !== keyOf(to)
  if (isMoved && slot.isLocked && isLocked !== false) throw new Refusal(`${index.nameSlot(slot)}已锁定，请先解锁`)
  if (to && (!model.weekdays.includes(to.weekday) || !index.periods.has(to.periodId))) throw notFound('节次')
  index.replace({
    ...slot,
    weekday: to?.weekday ?? null,
    periodId: to?.periodId ?? null,
    isLocked: isLocked ?? slot.isLocked,
    ...(roomId === undefined ? {} : { roomId }),
  })
  return slotId
}

/** Gives a lesson the room that it needs there, and refuses a place that is impossible. */
function placeSlot(index: TimetableIndex, slotId: string) {
  const slot = index.getSlot(slotId)!
  const cell = getCell(slot)
  if (!cell) return
  const without = new Set([slotId])
  const placed = { ...slot, roomId: chooseRoom(index, slot, cell, without) }
  const obstacle = findObstacle(index, placed, cell, without)
  if (obstacle) throw new Refusal(obstacle.detail)
  index.replace(placed)
}

export async function checkDraft(ctx: Ctx, id: string) {
  const timetable = await requireDraft(ctx, 'timetable.edit', id)
  const { model } = await loadTimetable(ctx, timetable)
  const problems = checkTimetable(new TimetableIndex(model))
  const isGood = problems.every(({ level }) => level !== 'hard')
  if (isGood) await touchTimetable(ctx.db, id, ctx.now, { checked: true })
  return { problems, status: isGood ? ('checked' as const) : ('draft' as const) }
}
