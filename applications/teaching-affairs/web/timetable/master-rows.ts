import type { MasterRow } from '#packages/web/desk/timetable-grid/master-grid.tsx'
import { describeSlot, placeOf, type TimetableIndex } from './timetable-views.ts'

/** The classes with their weeks. Every lesson is described once, because there are more than a thousand. */
export function listMasterRows(index: TimetableIndex): MasterRow[] {
  const lessons = new Map<string, MasterRow['lessons'][number][]>(index.content.classes.map(({ id }) => [id, []]))
  for (const slot of index.content.slots) {
    const place = placeOf(slot)
    const group = index.groups.get(slot.groupId)
    if (!place || !group) continue
    const lesson = { ...describeSlot(index, slot, 'class'), ...place }
    const classIds = group.classId ? [group.classId] : group.classIds
    for (const classId of new Set(classIds)) lessons.get(classId)?.push(lesson)
  }
  return index.content.classes.map(({ id, label }) => ({ id, name: label, lessons: lessons.get(id) ?? [] }))
}
