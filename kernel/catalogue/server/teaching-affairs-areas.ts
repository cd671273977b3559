import type { Scope } from '#packages/core'
import { teachingAreas, type TeachingArea } from '../contract.ts'

/** The permissions of each area. Timetables and professions do not exist yet, so nobody has permissions there. */
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

/** Whether the scope covers only classes that the person teaches or leads. */
function isOnlyClasses({ classesOf, classesLedBy, ...scope }: Scope) {
  const reachesMore =
    scope.district ||
    [scope.orgPaths, scope.orgIds, scope.departmentPaths, scope.departmentIds].some((part) => part.length > 0)
  return !reachesMore && (classesOf !== null || classesLedBy !== null)
}

/** The rights in each area of teaching affairs that follow from these permissions. */
export function getTeachingAreaRights(permissions: ReadonlyMap<string, Scope>) {
  const rightIn = (area: TeachingArea) => {
    const scopes = permissionsOfArea[area].flatMap((code) => {
      const scope = permissions.get(code)
      return scope ? [{ code, scope }] : []
    })
    return {
      visit: scopes.length > 0,
      functions: scopes.map(({ code }) => code),
      onlyCurClassData: scopes.length > 0 && scopes.every(({ scope }) => isOnlyClasses(scope)),
    }
  }
  const areas = Object.keys(teachingAreas) as TeachingArea[]
  return Object.fromEntries(areas.map((area) => [area, rightIn(area)])) as Record<
    TeachingArea,
    ReturnType<typeof rightIn>
  >
}
