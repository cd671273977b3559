import type { TeachingArea } from '#packages/contract'
import type { AreaPermission, PersonRights } from '../contract.ts'

/** What is set for the person, by code. */
export type Draft = ReadonlyMap<string, 'all' | 'classes'>

export const toDraft = ({ permissions }: PersonRights): Draft =>
  new Map(permissions.flatMap(({ code, own }) => (own === 'none' ? [] : [[code, own] as const])))

export const countChanges = (before: Draft, after: Draft): number =>
  [...new Set([...before.keys(), ...after.keys()])].filter((code) => before.get(code) !== after.get(code)).length

export function setPermission(draft: Draft, code: string, value: 'all' | 'classes' | 'none'): Draft {
  const next = new Map(draft)
  if (value === 'none') next.delete(code)
  else next.set(code, value)
  return next
}

export const listOfArea = (permissions: readonly AreaPermission[], area: TeachingArea) =>
  permissions.flatMap((permission) => {
    const here = permission.areas.find((one) => one.area === area)
    return here ? [{ ...permission, functions: here.functions }] : []
  })

/** The permissions of an area that are set here; the switch 仅本班数据 is about those that can be limited. */
export function getClassSwitch(permissions: readonly AreaPermission[], draft: Draft, area: TeachingArea) {
  const some = listOfArea(permissions, area).filter(({ code, mayLimit }) => mayLimit && draft.has(code))
  return {
    canSwitch: some.length > 0 && some.every(({ mayGrant }) => mayGrant),
    isOn: some.length > 0 && some.every(({ code }) => draft.get(code) === 'classes'),
    codes: some.map(({ code }) => code),
  }
}

type Scope = 'all' | 'classes'
interface Preset {
  key: string
  label: string
  choose: (permission: AreaPermission) => Scope | null
}

const isIn = ({ areas }: AreaPermission, wanted: readonly TeachingArea[]) =>
  areas.some(({ area }) => wanted.includes(area))
const isOnlyLook = ({ areas }: AreaPermission) => areas.every(({ functions }) => functions.length === 0)

/** What a school usually gives to these posts. 年级组长 and 班主任 are limited to the classes of the person. */
export const presets: readonly Preset[] = [
  { key: 'director', label: '教务主任', choose: (one) => (isIn(one, ['permission']) ? null : 'all') },
  {
    key: 'officer',
    label: '教务员',
    choose: (one) => {
      if (isIn(one, ['term', 'classTime', 'courseTable', 'courseImport', 'inSubject', 'student'])) return 'all'
      return isIn(one, ['class', 'grade', 'subject']) && isOnlyLook(one) ? 'all' : null
    },
  },
  {
    key: 'grade-head',
    label: '年级组长',
    choose: (one) => (one.mayLimit && isIn(one, ['class', 'student', 'courseTable']) ? 'classes' : null),
  },
  {
    key: 'class-teacher',
    label: '班主任',
    choose: (one) => {
      if (!one.mayLimit || !isIn(one, ['class', 'student', 'courseTable'])) return null
      const functions = one.areas.flatMap((area) => area.functions)
      return functions.every((code) => code === 'print') || functions.includes('edit') ? 'classes' : null
    },
  },
]

/** What other roles give already is not set once more; what the caller may not grant is left out. */
export const applyPreset = (permissions: readonly AreaPermission[], { choose }: Preset): Draft =>
  fill(permissions, choose)

/** What somebody else has in teaching affairs, by whatever role. */
export function copyRights(permissions: readonly AreaPermission[], from: PersonRights): Draft {
  const theirs = new Map(from.permissions.map((one) => [one.code, one]))
  return fill(permissions, ({ code }) => {
    const one = theirs.get(code)
    if (!one) return null
    const isAll = one.own === 'all' || one.given.some(({ onlyClasses }) => !onlyClasses)
    return isAll ? 'all' : one.own === 'classes' || one.given.length > 0 ? 'classes' : null
  })
}

const fill = (permissions: readonly AreaPermission[], choose: (one: AreaPermission) => Scope | null): Draft =>
  new Map(
    permissions.flatMap((one) => {
      const scope = choose(one)
      const isGiven = one.given.some(({ onlyClasses }) => !onlyClasses || scope === 'classes')
      return scope && one.mayGrant && !isGiven ? [[one.code, scope] as const] : []
    }),
  )
