import {
  teachingAreas,
  teachingFunctions,
  type Manifest,
  type TeachingArea,
  type TeachingFunction,
} from '#packages/contract'
import { computeOnce, type Scope } from '#packages/core'

interface AreaPermission {
  code: string
  title: string
  functions: readonly TeachingFunction[]
  /** It can be limited to the classes of a person: some role has it so by default, or it is about what she sees. */
  mayLimit: boolean
}

interface TeachingAreaRight {
  visit: boolean
  functions: TeachingFunction[]
  onlyCurClassData: boolean
}

const areas = Object.keys(teachingAreas) as TeachingArea[]
const functionOrder = Object.keys(teachingFunctions) as TeachingFunction[]

/** An export covers what somebody may see, so this permission opens no area by itself. */
const isOnlyExport = (functions: readonly TeachingFunction[]) => functions.length === 1 && functions[0] === 'export'

/** The permissions of each area, as the modules declare them; all twelve areas, also those that nobody has built yet. */
export const listAreaPermissions = computeOnce(
  (manifests: readonly Manifest[]): Readonly<Record<TeachingArea, readonly AreaPermission[]>> => {
    const permissions = manifests.flatMap((manifest) => Object.entries(manifest.permissions))
    const listOf = (area: TeachingArea) =>
      permissions.flatMap(([code, { title, defaultFor, teachingAreas: declared }]) => {
        const functions = declared?.[area]
        const isOfClasses = Object.values(defaultFor).includes('classes')
        const mayLimit = isOfClasses || (functions !== undefined && isOnlyExport(functions))
        return functions ? [{ code, title, functions, mayLimit }] : []
      })
    return Object.fromEntries(areas.map((area) => [area, listOf(area)])) as Record<TeachingArea, AreaPermission[]>
  },
)

/** Whether the scope covers only classes that the person teaches or leads. */
function isOnlyClasses({ classesOf, classesLedBy, ...scope }: Scope) {
  const reachesMore =
    scope.district ||
    [scope.orgPaths, scope.orgIds, scope.departmentPaths, scope.departmentIds].some((part) => part.length > 0)
  return !reachesMore && (classesOf !== null || classesLedBy !== null)
}

/** The rights in each area of teaching affairs that follow from these permissions. */
export function getTeachingAreaRights(manifests: readonly Manifest[], permissions: ReadonlyMap<string, Scope>) {
  const declared = listAreaPermissions(manifests)
  const rightIn = (area: TeachingArea): TeachingAreaRight => {
    const held = declared[area].flatMap((permission) => {
      const scope = permissions.get(permission.code)
      return scope ? [{ ...permission, scope }] : []
    })
    const opening = held.filter((permission) => !isOnlyExport(permission.functions))
    if (opening.length === 0) return { visit: false, functions: [], onlyCurClassData: false }
    const functions = new Set<TeachingFunction>(held.flatMap((permission) => permission.functions))
    return {
      visit: true,
      functions: functionOrder.filter((code) => functions.has(code)),
      onlyCurClassData: opening.every(({ scope }) => isOnlyClasses(scope)),
    }
  }
  return Object.fromEntries(areas.map((area) => [area, rightIn(area)])) as Record<TeachingArea, TeachingAreaRight>
}
