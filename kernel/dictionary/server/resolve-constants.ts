import type { ConstantLevel } from '../contract.ts'
import type { DifferenceRow, ItemRow, RenameRow } from './constant-item-queries.ts'
import type { BuiltInType } from './platform-constants.ts'

/** A value as an organisation sees it on a day. */
export interface ResolvedConstant {
  code: string
  name: string
  parentCode: string
  depth: number
  level: ConstantLevel
  /** The owner; null for platform values. */
  orgId: string | null
  sort: number
  isEnabled: boolean
  isOffered: boolean
  fromOn: string | null
  toOn: string | null
  /** All names, oldest first. */
  names: { name: string; fromOn: string | null }[]
  ext: Readonly<Record<string, string | number | boolean>>
  version: number
}

interface ConstantSources {
  builtIn: BuiltInType | undefined
  rows: readonly ItemRow[]
  renames: readonly RenameRow[]
  differences: readonly DifferenceRow[]
  /** The root organisation: its values belong to the district, all others to a school. */
  topId: string
}

/** Gap between two sort numbers, so that a value can be inserted between them. */
export const sortStep = 10

/** All values of a type on a day in display order, children directly after their parent. */
export function resolveConstants(
  { builtIn, rows, renames, differences, topId }: ConstantSources,
  day: string,
): ResolvedConstant[] {
  const changed = new Map(differences.map((one) => [one.code, one]))
  const isResting = builtIn?.isDisabled === true
  const builtIns = (builtIn?.items ?? []).map(({ code, name, parentCode = '', ext = {} }, at): ResolvedConstant => {
    const { isEnabled, sort } = changed.get(code) ?? {}
    const isOn = !isResting && (isEnabled ?? true)
    return {
      code,
      name,
      parentCode,
      ext,
      depth: 0,
      level: 'platform',
      orgId: null,
      version: 0,
      sort: sort ?? (at + 1) * sortStep,
      isEnabled: isOn,
      isOffered: isOn,
      fromOn: null,
      toOn: null,
      names: [{ name, fromOn: null }],
    }
  })
  const codes = new Set(builtIns.map(({ code }) => code))
  const added = rows
    // District values come first and win when a school added the same code at the same moment.
    .toSorted((a, b) => Number(b.orgId === topId) - Number(a.orgId === topId))
    .filter(({ code }) => !codes.has(code) && codes.add(code))
    .map((row) => resolveOwnConstant(row, renames, { day, topId }))
  return sortAsTree([...builtIns, ...added])
}

function resolveOwnConstant(
  row: ItemRow,
  renames: readonly RenameRow[],
  { day, topId }: { day: string; topId: string },
): ResolvedConstant {
  const { orgId, code, parentCode, sort, isEnabled, fromOn, toOn, ext, version } = row
  const later = renames.filter((one) => one.orgId === orgId && one.code === code)
  const names = [{ name: row.name, fromOn: null }, ...later.map((one) => ({ name: one.name, fromOn: one.fromOn }))]
  return {
    code,
    parentCode,
    depth: 0,
    sort,
    isEnabled,
    fromOn,
    toOn,
    ext,
    version,
    orgId,
    names,
    name: names.findLast((one) => one.fromOn === null || one.fromOn <= day)!.name,
    level: orgId === topId ? 'district' : 'school',
    isOffered: isEnabled && (fromOn === null || fromOn <= day) && (toOn === null || day <= toOn),
  }
}

/** Values of the school come after the values that all schools have. */
const compareConstants = (a: ResolvedConstant, b: ResolvedConstant) =>
  Number(a.level === 'school') - Number(b.level === 'school') || a.sort - b.sort || a.code.localeCompare(b.code)

function sortAsTree(items: readonly ResolvedConstant[]): ResolvedConstant[] {
  const codes = new Set(items.map(({ code }) => code))
  // Values whose parent is missing are shown at the top level.
  const below = Map.groupBy(items.toSorted(compareConstants), ({ parentCode }) =>
    codes.has(parentCode) ? parentCode : '',
  )
  const ordered: ResolvedConstant[] = []
  const walk = (parent: string, depth: number) => {
    for (const item of below.get(parent) ?? []) {
      ordered.push({ ...item, depth })
      walk(item.code, depth + 1)
    }
  }
  walk('', 0)
  return ordered
}

/** Whether the value is `above` itself or one of its descendants. */
export function isSameOrBelow(items: readonly ResolvedConstant[], code: string, above: string): boolean {
  const parents = new Map(items.map((item) => [item.code, item.parentCode]))
  for (let at: string | undefined = code; at; at = parents.get(at)) if (at === above) return true
  return false
}
