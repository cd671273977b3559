import { orNotFound, scopeOf, type Ctx } from '#packages/core'
import { findNearestChoice, type Fix, type RowIssue, type SheetChoice } from '#packages/sheet'
import type { UserType } from '../../contract.ts'
import { findOrgNode } from '../user-queries.ts'
import { listNodesBelow } from '../staff-import-queries.ts'

export interface ImportDepartment {
  id: string
  name: string
  /** With its parents in the unit: 教务处/语文组. */
  title: string
}

/** An organisation as import target, with its departments. */
export interface ImportUnit {
  id: string
  name: string
  departments: readonly ImportDepartment[]
  /** The user type when the file has none. */
  defaultType: UserType
}

/** The chosen organisation and those below it in scope; the first is the chosen one. */
export interface ImportContext {
  chosen: ImportUnit
  units: readonly ImportUnit[]
}

/** The unit of a department. Undefined when an organisation outside the scope is in between. */
function findUnitAbove(path: string, units: ReadonlyMap<string, unknown>, nodes: ReadonlyMap<string, unknown>) {
  const parts = path.split('.')
  const at = parts.findLastIndex((part) => units.has(part))
  return parts.slice(at).every((part) => nodes.has(part)) ? parts[at] : undefined
}

export async function loadImportContext(ctx: Ctx, orgId: string): Promise<ImportContext> {
  const scope = scopeOf(ctx, 'user.edit')
  const node = orNotFound(await findOrgNode(ctx.db, scope, orgId), '组织')
  const top = node.isDepartment ? orNotFound(await findOrgNode(ctx.db, scope, node.unitId), '组织') : node
  const nodes = await listNodesBelow(ctx.db, scope, top.path)
  const getPathLabel = ({ path }: { path: string }) => path.slice(path.lastIndexOf('.') + 1)
  const byLabel = new Map(nodes.map((one) => [getPathLabel(one), one]))
  const units = new Map(nodes.filter(({ type }) => type !== 'department').map((one) => [getPathLabel(one), one]))
  const departments = Map.groupBy(
    nodes.filter(({ type }) => type === 'department'),
    ({ path }) => findUnitAbove(path, units, byLabel),
  )
  const titleOf = (path: string) => {
    const above = path.split('.')
    return above
      .slice(above.findLastIndex((part) => units.has(part)) + 1)
      .map((part) => byLabel.get(part)?.name ?? '')
      .join('/')
  }
  const made = [...units].map(([label, { id, name, type }]): ImportUnit => ({
    id,
    name,
    defaultType: type === 'bureau' || type === 'institution' ? 'bureau' : 'teacher',
    departments: (departments.get(label) ?? []).map((one) => ({
      id: one.id,
      name: one.name,
      title: titleOf(one.path),
    })),
  }))
  return { chosen: orNotFound(made.find(({ id }) => id === top.id)), units: made }
}

const toChoice = (title: string): SheetChoice => ({ value: title, title })

/** The choices of a template: departments, and organisations below if there are any. */
export const listTemplateChoices = ({ chosen, units }: ImportContext): Record<string, readonly SheetChoice[]> => ({
  department: chosen.departments.map(({ title }) => toChoice(title)),
  ...(units.length > 1 ? { org: units.map(({ name }) => toChoice(name)) } : {}),
})

const normaliseName = (text: string) => text.replaceAll(/\s/g, '')
const splitPath = (text: string) => normaliseName(text).split(/[/／>＞\\→]+/).filter(Boolean) // prettier-ignore

type LookupResult<T> = { found: T } | { issue: RowIssue; candidates?: readonly ImportDepartment[] }

const createSetFix = (column: string, title: string): Fix => ({
  kind: 'set',
  column,
  value: title,
  label: `改为“${title}”`,
  isGuess: true,
})

function createUnknownIssue(column: string, name: string, choices: readonly SheetChoice[]): RowIssue {
  const meant = findNearestChoice(name, choices)
  const set = meant && createSetFix(column, meant.title)
  return { column, code: 'unknown', message: `找不到“${name}”`, fixes: set ? [set] : [] }
}

/** By name; empty means the chosen one. */
export function findUnitByName({ chosen, units }: ImportContext, text: string | undefined): LookupResult<ImportUnit> {
  if (text === undefined) return { found: chosen }
  const named = units.filter(({ name }) => normaliseName(name) === normaliseName(text))
  if (named.length === 1) return { found: named[0]! }
  if (named.length > 1)
    return { issue: { column: 'org', code: 'ambiguous', message: `有多个“${text}”，请到该单位下分别导入` } }
  const choices = units.map(({ name }) => toChoice(name))
  return { issue: createUnknownIssue('org', text, choices) }
}

/**
 * By path, or by a unique name. The name of the unit means no department. An ambiguous name is an issue, unless the
 * matched person is in one of the candidates.
 */
export function findDepartmentByName(unit: ImportUnit, text: string): LookupResult<ImportDepartment | null> {
  const written = splitPath(text)
  const parts = written[0] === normaliseName(unit.name) ? written.slice(1) : written
  if (parts.length === 0) return { found: null }
  const wantedPath = parts.join('/')
  const whole = unit.departments.filter(({ title }) => normaliseName(title) === wantedPath)
  const ending = unit.departments.filter(({ title }) => normaliseName(title).endsWith(`/${wantedPath}`))
  const [one, ...others] = whole.length > 0 ? whole : ending
  if (one && others.length === 0) return { found: one }
  if (!one) {
    const choices = unit.departments.map(({ name, title }) => ({ ...toChoice(title), synonyms: [name] }))
    return { issue: createUnknownIssue('department', text, choices) }
  }
  const candidates = [one, ...others]
  const message = `有多个“${text}”，请写明上级部门，如“${one.title}”`
  return { issue: { column: 'department', code: 'ambiguous', message }, candidates }
}

/** The candidates that the person is in now. */
export function filterDepartments(
  candidates: readonly ImportDepartment[],
  memberships: readonly { departmentId: string | null }[],
): readonly ImportDepartment[] {
  const here = new Set(memberships.map(({ departmentId }) => departmentId))
  return candidates.filter(({ id }) => here.has(id))
}

export const createAmbiguousIssue = (issue: RowIssue, own: readonly ImportDepartment[]): RowIssue => ({
  ...issue,
  fixes: own.map(({ title }) => createSetFix('department', title)),
})

/** The group of a row in the report: its department, or the organisation below the chosen one. */
export function getUnitLabel({ chosen }: ImportContext, unit: ImportUnit, department: ImportDepartment | null): string {
  if (unit.id !== chosen.id) return unit.name
  if (!department) return ''
  const isAlone = unit.departments.filter(({ name }) => name === department.name).length === 1
  return isAlone ? department.name : department.title
}
