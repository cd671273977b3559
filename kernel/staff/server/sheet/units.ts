import { found, scopeOf, type Ctx } from '#packages/core'
import { nearest, type Cure, type RowIssue, type SheetChoice } from '#packages/sheet'
import type { UserType } from '../../contract.ts'
import { findNode } from '../user-queries.ts'
import { nodesBelow } from '../sheet-queries.ts'

export interface Department {
  id: string
  name: string
  /** With what is above it in its unit: 教务处/语文组. */
  title: string
}

/** An organisation that people are imported into, and what it has. */
export interface Unit {
  id: string
  name: string
  departments: readonly Department[]
  /** What somebody there is, unless the file says it. */
  usualType: UserType
}

/** The organisation that was chosen, and those below it within reach: the first is the chosen one. */
export interface Ground {
  chosen: Unit
  units: readonly Unit[]
}

/** The unit that a department belongs to. None where an organisation out of reach stands between: it is that one's. */
function unitAbove(path: string, units: ReadonlyMap<string, unknown>, nodes: ReadonlyMap<string, unknown>) {
  const parts = path.split('.')
  const at = parts.findLastIndex((part) => units.has(part))
  return parts.slice(at).every((part) => nodes.has(part)) ? parts[at] : undefined
}

export async function groundOf(ctx: Ctx, orgId: string): Promise<Ground> {
  const scope = scopeOf(ctx, 'user.edit')
  const node = found(await findNode(ctx.db, scope, orgId), '组织')
  const top = node.isDepartment ? found(await findNode(ctx.db, scope, node.unitId), '组织') : node
  const nodes = await nodesBelow(ctx.db, scope, top.path)
  const labelOf = ({ path }: { path: string }) => path.slice(path.lastIndexOf('.') + 1)
  const byLabel = new Map(nodes.map((one) => [labelOf(one), one]))
  const units = new Map(nodes.filter(({ type }) => type !== 'department').map((one) => [labelOf(one), one]))
  const departments = Map.groupBy(
    nodes.filter(({ type }) => type === 'department'),
    ({ path }) => unitAbove(path, units, byLabel),
  )
  const titleOf = (path: string) => {
    const above = path.split('.')
    return above
      .slice(above.findLastIndex((part) => units.has(part)) + 1)
      .map((part) => byLabel.get(part)?.name ?? '')
      .join('/')
  }
  const made = [...units].map(([label, { id, name, type }]): Unit => ({
    id,
    name,
    usualType: type === 'bureau' || type === 'institution' ? 'bureau' : 'teacher',
    departments: (departments.get(label) ?? []).map((one) => ({
      id: one.id,
      name: one.name,
      title: titleOf(one.path),
    })),
  }))
  return { chosen: found(made.find(({ id }) => id === top.id)), units: made }
}

const choice = (title: string): SheetChoice => ({ value: title, title })

/** What a template offers: the departments of the organisation, and others below it where there are any. */
export const choicesOf = ({ chosen, units }: Ground): Record<string, readonly SheetChoice[]> => ({
  department: chosen.departments.map(({ title }) => choice(title)),
  ...(units.length > 1 ? { org: units.map(({ name }) => choice(name)) } : {}),
})

const plain = (text: string) => text.replaceAll(/\s/g, '')
const partsOf = (text: string) => plain(text).split(/[/／>＞\\→]+/).filter(Boolean) // prettier-ignore

type Sought<T> = { found: T } | { issue: RowIssue; among?: readonly Department[] }

const changeTo = (column: string, title: string): Cure => ({
  kind: 'set',
  column,
  value: title,
  words: `改为“${title}”`,
  isGuess: true,
})

function notFound(column: string, word: string, choices: readonly SheetChoice[]): RowIssue {
  const meant = nearest(word, choices)
  const set = meant && changeTo(column, meant.title)
  return { column, code: 'unknown', words: `找不到“${word}”`, cures: set ? [set] : [] }
}

/** By its name; empty is the one that was chosen. */
export function unitNamed({ chosen, units }: Ground, word: string | undefined): Sought<Unit> {
  if (word === undefined) return { found: chosen }
  const named = units.filter(({ name }) => plain(name) === plain(word))
  if (named.length === 1) return { found: named[0]! }
  if (named.length > 1)
    return { issue: { column: 'org', code: 'ambiguous', words: `有多个“${word}”，请到该单位下分别导入` } }
  const choices = units.map(({ name }) => choice(name))
  return { issue: notFound('org', word, choices) }
}

/**
 * By its path, or by its own name where only one has it. The name of the unit itself means none. Which of several is meant
 * nobody guesses: it is asked, unless the row is about somebody who is in one of them.
 */
export function departmentNamed(unit: Unit, word: string): Sought<Department | null> {
  const written = partsOf(word)
  const parts = written[0] === plain(unit.name) ? written.slice(1) : written
  if (parts.length === 0) return { found: null }
  const asked = parts.join('/')
  const whole = unit.departments.filter(({ title }) => plain(title) === asked)
  const ending = unit.departments.filter(({ title }) => plain(title).endsWith(`/${asked}`))
  const [one, ...others] = whole.length > 0 ? whole : ending
  if (one && others.length === 0) return { found: one }
  if (!one) {
    const choices = unit.departments.map(({ name, title }) => ({ ...choice(title), synonyms: [name] }))
    return { issue: notFound('department', word, choices) }
  }
  const among = [one, ...others]
  const words = `有多个“${word}”，请写明上级部门，如“${one.title}”`
  return { issue: { column: 'department', code: 'ambiguous', words }, among }
}

/** Of departments that a row may mean, those that somebody is in now. */
export function departmentsAmong(
  among: readonly Department[],
  places: readonly { departmentId: string | null }[],
): readonly Department[] {
  const here = new Set(places.map(({ departmentId }) => departmentId))
  return among.filter(({ id }) => here.has(id))
}

export const ambiguousFor = (issue: RowIssue, own: readonly Department[]): RowIssue => ({
  ...issue,
  cures: own.map(({ title }) => changeTo('department', title)),
})

/** Where somebody is counted in the report: the department, or the organisation below the chosen one. */
export function labelOf({ chosen }: Ground, unit: Unit, department: Department | null): string {
  if (unit.id !== chosen.id) return unit.name
  if (!department) return ''
  const isAlone = unit.departments.filter(({ name }) => name === department.name).length === 1
  return isAlone ? department.name : department.title
}
