import { dayOf, type Ctx } from '#packages/core'
import {
  findSchemeOn,
  getWeekDays,
  listOpenClasses,
  listOrgTerms,
  listPeriodSchemesOf,
  listTeachingOfTerm,
  type TaughtGroup,
} from '#kernel/schooling/server/api.ts'
import type { TimetablePeriod } from '../contract.ts'
import { listGroupPupils, listRoomsOfSchool } from './model-queries.ts'
import type { ModelClass, ModelGroup, ModelPeriod, TimetableModel } from './model.ts'
import { findTeachers } from './plan-lessons.ts'
import { listSlots } from './slot-queries.ts'
import { listRules, type TimetableFacts } from './timetable-queries.ts'

/** Periods in which lessons may be placed by hand; the solver uses those of the kind `lesson` only. */
export const teachingKinds: readonly string[] = ['reading', 'lesson', 'evening']

type Place = Pick<TimetableFacts, 'orgId' | 'termId' | 'effectiveOn'>

/** The day by which names, teachers and times of a version are taken: from when it holds, or today. */
export async function getReferenceDay(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { orgId, termId, effectiveOn }: Place,
): Promise<string> {
  const term = (await listOrgTerms(ctx, orgId)).find(({ id }) => id === termId)
  const today = dayOf(ctx.now)
  const day = effectiveOn !== null && effectiveOn > today ? effectiveOn : today
  if (!term) return day
  return day < term.startsOn ? term.startsOn : day > term.endsOn ? term.endsOn : day
}

/** The times of a school on a day, each identity once. The noon break is among them. */
export async function listPeriodsOfSchool(ctx: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<ModelPeriod[]> {
  const schemes = await listPeriodSchemesOf(ctx, orgId, day, day)
  const forAll = findSchemeOn(schemes, null, day)
  const found = new Map<string, ModelPeriod>()
  for (const scheme of [...(forAll ? [forAll] : []), ...schemes])
    for (const { slotId, name, begins, ends, kind, sort } of scheme.periods)
      if (!found.has(slotId)) found.set(slotId, { id: slotId, name, begins, ends, kind, sort })
  return [...found.values()].toSorted((a, b) => (a.begins < b.begins ? -1 : 1))
}

export const presentPeriods = (periods: readonly ModelPeriod[]): TimetablePeriod[] =>
  periods.map(({ id, name, begins, ends, kind }) => ({ id, name, begins, ends, kind }))

function toModelGroup(group: TaughtGroup, day: string, pupilCount: number): ModelGroup {
  const { id, label, subjectId, subjectName, kind, classId, gradeId, roomId } = group
  const active = group.assignments.filter(({ from, overOn }) => from <= day && (overOn === null || overOn > day))
  // Somebody who begins later in the term also has to be planned for.
  const assignments = active.length > 0 ? active : group.assignments.filter(({ from }) => from > day).slice(0, 1)
  const leads = assignments.filter(({ role }) => role === 'lead')
  const weekHours = (leads.length > 0 ? leads : assignments.slice(0, 1)).reduce(
    (sum, one) => sum + Number(one.weekHours),
    0,
  )
  const teacherIds = active.length > 0 ? findTeachers(group, [], day) : assignments.map(({ userId }) => userId)
  return { id, label, subjectId, subjectName, kind, classId, gradeId, teacherIds, weekHours, roomId, pupilCount }
}

export interface LoadedTimetable {
  model: TimetableModel
  /** All periods of the day, with the breaks. */
  periods: readonly ModelPeriod[]
  groups: readonly TaughtGroup[]
  day: string
}

/** A version with everything that it is judged by, in some ten statements whatever its size. */
export async function loadTimetable(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  timetable: TimetableFacts & { path: string },
): Promise<LoadedTimetable> {
  const { orgId, termId } = timetable
  const day = await getReferenceDay(ctx, timetable)
  const periods = await listPeriodsOfSchool(ctx, orgId, day)
  const groups = (await listTeachingOfTerm(ctx, orgId, termId)).filter(
    ({ closedOn }) => closedOn === null || closedOn > day,
  )
  const classes = new Map(
    (await listOpenClasses(ctx, orgId, day)).map(({ id, label, gradeId }): [string, ModelClass] => [
      id,
      { id, label, gradeId },
    ]),
  )
  const members = await listGroupPupils(ctx.db, orgId, termId, day)
  const pupils = Map.groupBy(members, ({ studentId }) => studentId)
  const sizes = Map.groupBy(members, ({ groupId }) => groupId)
  const slots = await listSlots(ctx.db, timetable.id)
  const rules = await listRules(ctx.db, orgId, termId)
  const rooms = await listRoomsOfSchool(ctx.db, orgId)
  const known = new Map(groups.map((group) => [group.id, toModelGroup(group, day, sizes.get(group.id)?.length ?? 0)]))
  const weekdays = await getWeekDays(ctx, timetable.path)
  return {
    day,
    periods,
    groups,
    model: {
      weekdays: Array.from({ length: weekdays }, (_, at) => at + 1),
      periods: periods.filter(({ kind }) => teachingKinds.includes(kind)),
      classes,
      groups: known,
      teachers: new Map(
        groups.flatMap(({ assignments }) =>
          assignments.map(({ userId, teacherName }) => [userId, { id: userId, name: teacherName }] as const),
        ),
      ),
      rooms: new Map(rooms.map((room) => [room.id, room])),
      slots: slots.filter(({ groupId }) => known.has(groupId)),
      rules: rules.map(({ rule }) => rule),
      pupils: [...pupils].map(([id, some]) => ({
        id,
        name: some[0]!.name,
        classId: some[0]!.classId,
        groupIds: some.map(({ groupId }) => groupId),
      })),
    },
  }
}
