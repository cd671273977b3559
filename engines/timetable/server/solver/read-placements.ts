import type { FetPlacement } from '#packages/fet'
import type { ModelSlot, TimetableModel } from '../model.ts'
import type { PlannedActivity } from './create-problem.ts'
import type { Lesson } from './list-lessons.ts'

/** A lesson of the new timetable. Without an id it is one that the group did not have a slot for yet. */
export type SolvedSlot = Omit<ModelSlot, 'id'> & { id: string | null }

/**
 * The whole timetable: the locked lessons as they were, the placed ones, and in the tray those without a place. Slots
 * of the draft are used again for lessons of the same group; `leftOver` are those that the hours of the group do not
 * need.
 */
export function readPlacements(
  model: TimetableModel,
  activities: readonly PlannedActivity[],
  placements: readonly FetPlacement[],
): { slots: SolvedSlot[]; leftOver: string[] } {
  const placed = new Map(placements.map((one) => [one.activityId, one]))
  const planned = new Set(activities.flatMap(({ lesson }) => lesson.locked?.id ?? []))
  const isFree = (slot: ModelSlot) => !slot.isLocked || slot.weekday === null || slot.periodId === null
  const free = Map.groupBy(model.slots.filter(isFree), ({ groupId }) => groupId)
  const outside = model.slots.filter((slot) => !isFree(slot) && !planned.has(slot.id))
  const slots = activities.flatMap(({ id, lesson, roomOf, roomId: fixedRoom }): SolvedSlot[] => {
    const placement = placed.get(id)
    const roomId = fixedRoom ?? (roomOf === null ? placement : placed.get(roomOf))?.roomId ?? null
    if (lesson.locked) return [{ ...lesson.locked, roomId: lesson.locked.roomId ?? nameRoom(lesson, roomId) }]
    return Array.from({ length: lesson.duration }, (_, at) => {
      const slot = free.get(lesson.group.id)?.shift()
      return {
        id: slot?.id ?? null,
        groupId: lesson.group.id,
        weekday: placement ? model.weekdays[placement.day]! : null,
        periodId: placement ? model.periods[placement.hour + at]!.id : null,
        weekRule: lesson.weekRule,
        weeks: [],
        roomId: placement ? nameRoom(lesson, roomId) : null,
        // All teachers of the group were free, so those that the slot names are.
        teacherIds: slot?.teacherIds.filter((id) => lesson.teacherIds.includes(id)) ?? [],
        isLocked: false,
      }
    })
  })
  return { slots: [...outside, ...slots], leftOver: [...free.values()].flat().map(({ id }) => id) }
}

/** A lesson in the room of its class names none, so that it follows the class when that moves. */
const nameRoom = ({ group }: Lesson, roomId: string | null) => (roomId === group.roomId ? null : roomId)
