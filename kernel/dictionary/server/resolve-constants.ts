import type { ConstantLevel } from '../contract.ts'
import type { DifferenceRow, ItemRow, RenameRow } from './constant-item-queries.ts'
import type { BuiltInType } from './constant-registry.ts'

/** A value as it stands on a day at an organisation. */
export interface ResolvedConstant {
  code: string
  name: string
  parentCode: string
  depth: number
  level: ConstantLevel
  /** Whose it is; nothing for the platform's. */
  orgId: string | null
  sort: number
  isEnabled: boolean
  isOffered: boolean
  fromOn: string | null
  toOn: string | null
  /** All its names, the first first. */
  names: { name: string; fromOn: string | null }[]
  ext: Readonly<Record<string, string | number | boolean>>
  version: number
}

interface ConstantSources {
  builtIn: BuiltInType | undefined
  rows: readonly ItemRow[]
  renames: readonly RenameRow[]
  differences: readonly DifferenceRow[]
  /** The organisation at the top: its values are the district's, all others a school's. */
  topId: string
}

/** Places between two are left free, so that one can come there. */
export const sortStep = 10

/** Every value of a type on a day, in the order that people see: those below others right behind them. */
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
    // The district's first: should a school have the same code, it was there earlier or later by a breath.
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

/** A school's own stand behind those that all have. */
const compareConstants = (a: ResolvedConstant, b: ResolvedConstant) =>
  Number(a.level === 'school') - Number(b.level === 'school') || a.sort - b.sort || a.code.localeCompare(b.code)

function sortAsTree(items: readonly ResolvedConstant[]): ResolvedConstant[] {
  const codes = new Set(items.map(({ code }) => code))
  // What stands below something that is not there stands at the top.
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

/** Whether one value stands somewhere below another, or is it. */
export function isSameOrBelow(items: readonly ResolvedConstant[], code: string, above: string): boolean {
  const parents = new Map(items.map((item) => [item.code, item.parentCode]))
  for (let at: string | undefined = code; at; at = parents.get(at)) if (at === above) return true
  return false
}
