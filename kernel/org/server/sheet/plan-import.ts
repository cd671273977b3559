import { emptyId, orNotFound, scopeOf, type Ctx } from '#packages/core'
import type { RowIssue, SheetRow, RowVerdict } from '#packages/sheet'
import { organisationForm, orgTypes, properties, type OrgType } from '../../contract.ts'
import { findAreaName } from '../areas.ts'
import { findManagedOrganisation } from '../edit-queries.ts'
import { canBecome, canBeChildOf } from '../policy.ts'
import { listAncestorNames, type OrganisationDetails } from '../queries.ts'
import { mergeDetails, blankDetails } from '../service/organisation-details.ts'
import { formatStages } from './import-columns.ts'
import { locateRows, getParentRowIssue, type RowPosition, type ImportNode } from './import-tree.ts'
import { listTreeForSheet, type SheetNode } from './sheet-queries.ts'
import { parseOrganisationRow, type OrganisationRowInput } from './import-rows.ts'

/** The result of a row: its position, its new details, and its issues. */
export interface RowPlan {
  input: OrganisationRowInput
  /** Null without a valid position. */
  at: { parent: ImportNode; target: ImportNode; isImportRoot?: boolean } | null
  details: OrganisationDetails
  verdict: RowVerdict
}

/** The organisation that is imported into; the caller must be allowed to edit below it. */
export const getImportRoot = async (ctx: Ctx, orgId: string) =>
  orNotFound(await findManagedOrganisation(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')

/** The result that each row would have, in the order of the rows. */
export async function planImportRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<RowPlan[]> {
  const root = await getImportRoot(ctx, orgId)
  const nodes = await listTreeForSheet(ctx.db, scopeOf(ctx, 'org.edit'), root.path)
  const inputs = rows.map((row) => parseOrganisationRow(row, root.areaCode))
  const above = await listAncestorNames(ctx.db, root.path)
  const positions = locateRows(
    nodes,
    above.map(({ name }) => name),
    inputs,
  )
  const firsts = firstRows(positions)
  const wrong = new Map<string, number>()
  const plans = new Map<number, RowPlan>()
  const levelOf = ({ row }: OrganisationRowInput) => getLevel(positions.get(row)!)
  // From the top, because an error in a parent's row makes the rows below wrong too.
  for (const input of inputs.toSorted((a, b) => levelOf(a) - levelOf(b))) {
    const plan = planRow(input, positions.get(input.row)!, wrong)
    const key = plan.at?.target.key
    if (key !== undefined && plan.verdict.issues.length > 0 && firsts.get(key) === input.row) wrong.set(key, input.row)
    plans.set(input.row, plan)
  }
  return rows.map(({ row }) => plans.get(row)!)
}

/** The first of several rows about the same organisation. */
function firstRows(positions: ReadonlyMap<number, RowPosition>): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [row, where] of positions) {
    if ('issue' in where) continue
    firsts.set(where.target.key, Math.min(row, firsts.get(where.target.key) ?? row))
  }
  return firsts
}

const getLevel = (where: RowPosition) => ('issue' in where ? 0 : where.target.level)

function planRow(input: OrganisationRowInput, where: RowPosition, wrong: ReadonlyMap<string, number>): RowPlan {
  const at = 'issue' in where ? null : where
  const node = at?.target.node
  const details = mergeRowDetails(input, node)
  const changes = node ? listDifferences(input, details, node) : []
  const issues = [
    ...('issue' in where ? [where.issue] : listPositionIssues(input, where, wrong)),
    ...input.issues,
    // Unchanged old details need not meet the form's rules.
    ...(node && changes.length === 0 ? [] : listFormIssues(input, details)),
    ...(at?.isImportRoot && changes.length > 0 ? [importRootIssue] : []),
  ]
  const verdict: RowVerdict = {
    issues,
    changes,
    id: node?.id ?? null,
    mark: node ? String(node.version) : '',
    keys: at ? [{ column: 'name', value: at.target.key }] : [],
    result: node ? (changes.length > 0 ? 'changed' : 'same') : 'new',
    unit: orgTypes[input.type].title,
  }
  return { input, at, details, verdict }
}

/** The details after the import: those of the row over the existing ones. A private school is not public. */
function mergeRowDetails(
  { name, type, given }: OrganisationRowInput,
  node: SheetNode | undefined,
): OrganisationDetails {
  const isPublic = node ? {} : { isPublic: given.property !== 4 }
  return mergeDetails({ parentId: null, name, type, ...given, ...isPublic }, node ?? blankDetails)
}

/** The import root can be changed only by an import into its parent, or on its own page. */
const importRootIssue: RowIssue = {
  column: 'name',
  code: 'not-yours',
  message: '导入到的机构本身不能由此修改',
  fixes: [{ kind: 'skip', label: '不导入此行' }],
}

function listPositionIssues(
  { type }: OrganisationRowInput,
  { parent, target }: { parent: ImportNode; target: ImportNode },
  wrong: ReadonlyMap<string, number>,
) {
  const issues: RowIssue[] = []
  if (target.node && !canBecome(target.node.type, type)) {
    const message = `原为${orgTypes[target.node.type].title}，只能在中小学、幼儿园、其他学校之间更改类型`
    issues.push({ column: 'type', code: 'type-differs', message, title: '类型不能这样更改' })
  }
  if (!target.node && !canBeChildOf(type, parent)) {
    const message = `${orgTypes[parent.type].title}下不能新建${orgTypes[type].title}`
    issues.push({ column: 'type', code: 'not-under', message, title: '类型与上级不符' })
  }
  if (!target.node && parent.node?.isDisabled)
    issues.push({ column: 'parent', code: 'disabled', message: '上级机构已停用', title: '上级已停用' })
  const wrongRow = parent.node ? undefined : wrong.get(parent.key)
  if (wrongRow !== undefined) issues.push(getParentRowIssue(wrongRow))
  return issues
}

/** The form's rules for the values of the row and required values; existing details are not checked. */
function listFormIssues({ name, type, given }: OrganisationRowInput, details: OrganisationDetails): RowIssue[] {
  const form = { ...details, name, type, parentId: emptyId, pinyin: '', pinyinInitials: '', version: 0 }
  const columns = new Set(['name', 'stages', ...Object.keys(given)])
  return (organisationForm.safeParse(form).error?.issues ?? [])
    .filter(({ path }) => columns.has(String(path[0])))
    .map(({ path, message }) => {
      const column = String(path[0])
      const isMissing = column === 'stages' && details.stages.length === 0
      return { column, code: isMissing ? 'required' : 'format', message }
    })
}

const fieldFormats: Readonly<Record<string, (node: SheetNode) => string>> = {
  type: ({ type }) => orgTypes[type].title,
  stages: ({ stages }) => formatStages(stages),
  property: ({ property }) => (property === null ? '' : properties[property as keyof typeof properties]),
  areaCode: ({ areaCode }) => [areaCode, findAreaName(areaCode) ?? ''].filter(Boolean).join(' '),
  address: ({ address }) => address,
  contactName: ({ contactName }) => contactName,
  phone: ({ phone }) => phone,
  postalCode: ({ postalCode }) => postalCode,
  remark: ({ remark }) => remark,
}

function listDifferences({ type }: OrganisationRowInput, details: OrganisationDetails, node: SheetNode) {
  const after: OrganisationDetails & { type: OrgType } = { ...details, type }
  return Object.entries(fieldFormats)
    .filter(([column]) => {
      const key = column as keyof typeof after
      return JSON.stringify(after[key]) !== JSON.stringify(node[key])
    })
    .map(([column, show]) => ({ column, before: show(node) }))
}
