import type { FetYear } from '#packages/fet'
import type { ModelGroup, TimetableModel } from '../model.ts'
import type { Grid } from './grid.ts'

/** Those who have the same lessons: pupils of one class in the same free groups. */
export interface PupilSet {
  id: string
  classId: string | null
  groupIds: readonly string[]
  /** Where they may have lessons. */
  cells: ReadonlySet<string>
}

export interface PupilSets {
  sets: readonly PupilSet[]
  /** The sets that have the lessons of a group. */
  idsOf: (group: ModelGroup) => readonly string[]
}

/**
 * With free groups a class consists of many sets; without them it is one. A free group whose pupils are not known yet
 * is a set of its own.
 */
export function listPupilSets(model: TimetableModel, grid: Grid): PupilSets {
  const isFree = (id: string) => model.groups.get(id)?.classId === null
  const signatures = Map.groupBy(
    model.pupils
      .map(({ classId, groupIds }) => ({ classId, groupIds: groupIds.filter(isFree).toSorted() }))
      .filter(({ groupIds }) => groupIds.length > 0),
    ({ classId, groupIds }) => `${classId} ${groupIds.join(' ')}`,
  )
  const sets: PupilSet[] = [...signatures.values()].map(([one], at) => ({
    id: `pupils-${at}`,
    ...one!,
    cells: (one!.classId === null ? [] : [grid.ofClass(one!.classId)]).reduce(
      (left, cells) => left.intersection(cells),
      one!.groupIds
        .map((id) => grid.ofGroup(model.groups.get(id)!))
        .reduce((left, cells) => left.union(cells), new Set<string>()),
    ),
  }))
  const split = new Set(sets.map(({ classId }) => classId))
  const taught = [...model.groups.values()].flatMap(({ classId }) => classId ?? [])
  for (const classId of new Set([...model.classes.keys(), ...taught]))
    if (!split.has(classId)) sets.push({ id: `class-${classId}`, classId, groupIds: [], cells: grid.ofClass(classId) })
  const known = new Set(sets.flatMap(({ groupIds }) => groupIds))
  for (const group of model.groups.values())
    if (group.classId === null && !known.has(group.id))
      sets.push({ id: `group-${group.id}`, classId: null, groupIds: [group.id], cells: grid.ofGroup(group) })
  const byClass = Map.groupBy(sets, ({ classId }) => classId)
  const byGroup = Map.groupBy(
    sets.flatMap(({ id, groupIds }) => groupIds.map((groupId) => ({ id, groupId }))),
    ({ groupId }) => groupId,
  )
  const idsOf = ({ id, classId }: ModelGroup) =>
    ((classId === null ? byGroup.get(id) : byClass.get(classId)) ?? []).map((set) => set.id)
  return { sets, idsOf }
}

/** For FET a set is a group of one year; the classes are not needed, because every lesson names its sets. */
export const createYear = ({ sets }: PupilSets): FetYear[] => [
  { id: 'school', groups: sets.map(({ id }) => ({ id, subgroupIds: [] })) },
]
