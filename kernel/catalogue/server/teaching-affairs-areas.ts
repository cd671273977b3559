import type { Scope } from '#packages/core'
import { teachingAreas, type TeachingArea } from '../contract.ts'

/** What each area is made of. Timetables and professions are not there yet: nobody has anything in them. */
const permissionsOfArea: Record<TeachingArea, readonly string[]> = {
  class: ['class.read', 'class.edit'],
  grade: ['class.read', 'class.edit'],
  gradeName: ['class.read', 'class.edit'],
  subject: ['subject.edit'],
  term: ['term.edit'],
  classTime: ['term.edit'],
  courseTable: [],
  inSubject: ['teaching.edit'],
  courseImport: [],
  profession: [],
  student: ['student.read', 'student.edit', 'student.event'],
  permission: ['role.assign'],
}

/** A right over classes that one teaches or leads, and over nothing else. */
function isOnlyClasses({ classesOf, classesLedBy, ...scope }: Scope) {
  const reachesMore =
    scope.district ||
    [scope.orgPaths, scope.orgIds, scope.departmentPaths, scope.departmentIds].some((part) => part.length > 0)
  return !reachesMore && (classesOf !== null || classesLedBy !== null)
}

/** What these permissions are, said by the areas of teaching affairs. */
export function getTeachingAreaRights(permissions: ReadonlyMap<string, Scope>) {
  const rightIn = (area: TeachingArea) => {
    const held = permissionsOfArea[area].flatMap((code) => {
      const scope = permissions.get(code)
      return scope ? [{ code, scope }] : []
    })
    return {
      visit: held.length > 0,
      functions: held.map(({ code }) => code),
      onlyCurClassData: held.length > 0 && held.every(({ scope }) => isOnlyClasses(scope)),
    }
  }
  const areas = Object.keys(teachingAreas) as TeachingArea[]
  return Object.fromEntries(areas.map((area) => [area, rightIn(area)])) as Record<
    TeachingArea,
    ReturnType<typeof rightIn>
  >
}
