import type { TimetableModel } from '../model.ts'
import { keyOf, specialRoomsOf, weeksMeet } from './grid.ts'
import type { Lesson } from './list-lessons.ts'

export type FixedLesson = Lesson & { cell: NonNullable<Lesson['cell']> }

export const isFixed = (lesson: Lesson): lesson is FixedLesson => lesson.cell !== null

export interface FixedRooms {
  /** Null for a lesson without a room. */
  roomOf: ReadonlyMap<Lesson, string | null>
  /** Lessons for which no special room is left at their time. */
  lacking: readonly FixedLesson[]
}

/**
 * The rooms of lessons whose time is given. FET is not asked for them: it does not end, neither when its time is over
 * nor when it is told to stop, where a fixed activity finds no room.
 */
export function assignFixedRooms(model: TimetableModel, lessons: readonly Lesson[]): FixedRooms {
  const roomOf = new Map<Lesson, string | null>()
  const lacking: FixedLesson[] = []
  for (const together of Map.groupBy(lessons.filter(isFixed), ({ cell }) => keyOf(cell)).values()) {
    const taken: { room: string; lesson: Lesson }[] = []
    const take = (lesson: Lesson, room: string | null) => {
      roomOf.set(lesson, room)
      if (room) taken.push({ room, lesson })
    }
    const isLeft = (room: string, lesson: Lesson) =>
      !taken.some((one) => one.room === room && weeksMeet(one.lesson, lesson))
    for (const lesson of together) if (lesson.locked?.roomId) take(lesson, lesson.locked.roomId)
    for (const lesson of together) {
      if (roomOf.has(lesson)) continue
      const special = specialRoomsOf(model, lesson.group.subjectId)
      const room = special.find((id) => isLeft(id, lesson)) ?? null
      if (special.length > 0 && room === null) lacking.push(lesson)
      take(lesson, special.length > 0 ? room : lesson.group.roomId)
    }
  }
  return { roomOf, lacking }
}
