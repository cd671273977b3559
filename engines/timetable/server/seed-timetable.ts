import { addDays, dayOf, newId, startOfDay, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { getWeekDays, listOrgTerms, listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import { planDemoRules } from './demo-rules.ts'
import { getReferenceDay, listPeriodsOfSchool, loadTimetable } from './load-model.ts'
import { listRoomsOfSchool } from './model-queries.ts'
import { placeLessons } from './place-lessons.ts'
import { publishTimetable } from './publish.ts'
import { updateSlots } from './slot-queries.ts'
import { TimetableIndex } from './timetable-index.ts'
import { insertRules, insertRun, updateRun } from './timetable-queries.ts'
import { changeSlots, createTimetable, getContent, getPath, requireDraft } from './timetables.ts'

/** Places the waiting lessons of a draft. Returns how many. */
export async function placeWaiting(ctx: Ctx, timetableId: string): Promise<number> {
  const { model } = await loadTimetable(ctx, await requireDraft(ctx, 'timetable.edit', timetableId))
  const placed = placeLessons(new TimetableIndex(model))
  await updateSlots(ctx.db, placed, ctx.now)
  return placed.length
}

/** As if the day were today: the lessons of weeks that are over are written too. */
const onDay = (ctx: Ctx, day: string): Ctx => ({ ...ctx, now: startOfDay(day) })

/**
 * A school in its running term: rules, a timetable from the first day of the term on, and a draft that somebody works
 * at. The caller may edit and publish. Returns the number of lessons; 0 where nobody teaches.
 */
export async function seedTimetable(ctx: Ctx, orgId: string): Promise<number> {
  const term = (await listOrgTerms(ctx, orgId)).find(({ isCurrent }) => isCurrent)
  if (!term || term.state === 'sealed') return 0
  const groups = await listTeachingOfTerm(ctx, orgId, term.id)
  if (groups.every(({ assignments }) => assignments.length === 0)) return 0
  const before = onDay(ctx, addDays(term.startsOn, -4))
  for (const table of ['message_batch', 'message', 'message_delivery'])
    await ensureMonthPartitions(ctx.db, table, before.now, 2)
  const day = await getReferenceDay(ctx, { orgId, termId: term.id, effectiveOn: null })
  const weekDays = await getWeekDays(ctx, await getPath(ctx, orgId))
  const rules = planDemoRules({
    groups,
    periods: await listPeriodsOfSchool(ctx, orgId, day),
    rooms: await listRoomsOfSchool(ctx.db, orgId),
    weekdays: Array.from({ length: weekDays }, (_, at) => at + 1),
  })
  await insertRules(
    ctx.db,
    { orgId, termId: term.id },
    rules.map((rule) => ({ id: newId(), rule })),
    before.now,
  )
  const { id } = await createTimetable(before, { termId: term.id, orgId, name: `${term.name}课表`, copyId: null })
  const placed = await placeWaiting(before, id)
  await recordRun(before, id, placed)
  const { version } = await requireDraft(before, 'timetable.publish', id)
  const lessons = await publishTimetable(onDay(ctx, term.startsOn), {
    timetableId: id,
    effectiveOn: term.startsOn,
    version,
  })
  await seedDraft(ctx, id, term.id)
  return lessons
}

/** The run of the solver from which the version came. */
async function recordRun(ctx: Ctx, id: string, placed: number) {
  const timetable = await requireDraft(ctx, 'timetable.auto', id)
  const unplaced = (await getContent(ctx, id)).slots.length - placed
  const runId = newId()
  await insertRun(ctx.db, { id: runId, timetable, seconds: 60, drafts: 1, personId: ctx.actor.personId }, ctx.now)
  const drafts = [{ timetableId: id, name: timetable.name, seconds: 38.4, placed, unplaced, soft: 0 }]
  await updateRun(ctx.db, runId, {
    status: unplaced > 0 ? 'partial' : 'solved',
    report: { problems: [], difficult: [], drafts },
    endedAt: new Date(ctx.now.getTime() + 38_400),
  })
}

const lessonsWaiting = 3

/** A copy in which the lessons of class meetings are locked and a few lessons wait for another place. */
async function seedDraft(ctx: Ctx, publishedId: string, termId: string) {
  const { orgId } = ctx.actor
  const month = Number(addDays(dayOf(ctx.now), 30).slice(5, 7))
  const { id } = await createTimetable(ctx, { termId, orgId, name: `${month}月调整`, copyId: publishedId })
  const { slots, groups } = await getContent(ctx, id)
  const names = new Map(groups.map((group) => [group.id, group]))
  const inOrder = slots
    .filter(({ weekday }) => weekday !== null)
    .map((slot) => ({ slot, group: names.get(slot.groupId)! }))
    .toSorted((a, b) =>
      a.group.label < b.group.label ? -1 : a.group.label > b.group.label ? 1 : a.slot.weekday! - b.slot.weekday!,
    )
  const isMeeting = ({ group }: (typeof inOrder)[number]) => group.subjectName === '班会'
  const meetings = inOrder.filter(isMeeting)
  const locked = meetings.length > 0 ? meetings : inOrder.slice(0, 1)
  const others = inOrder.filter((one) => !locked.includes(one) && one.slot.roomId === null)
  const waiting = others
    .filter((_, at) => at % Math.ceil(others.length / lessonsWaiting) === 0)
    .slice(0, lessonsWaiting)
  const cellOf = ({ slot }: (typeof inOrder)[number]) => ({ weekday: slot.weekday!, periodId: slot.periodId! })
  await changeSlots(ctx, {
    id,
    changes: [
      ...locked.map((one) => ({ slotId: one.slot.id, from: cellOf(one), to: cellOf(one), isLocked: true })),
      ...waiting.map((one) => ({ slotId: one.slot.id, from: cellOf(one), to: null })),
    ].slice(0, 200),
  })
}
