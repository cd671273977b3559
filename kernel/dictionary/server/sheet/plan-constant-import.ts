import type { Ctx } from '#packages/core'
import { findNearestChoice, type RowIssue, type SheetRow, type RowVerdict } from '#packages/sheet'
import { findTakenCodes } from '../constant-item-queries.ts'
import { isOwnConstant, mayAdd, type OrgConstantType, type ConstantRights } from '../constant-policy.ts'
import type { OrgNode } from '../constant-type-queries.ts'
import { sortStep, type ResolvedConstant } from '../resolve-constants.ts'
import { listOrgConstantTypes, getConstantOrg, getConstantRights, listOrgConstants } from '../service/org-constants.ts'
import { maxDepth, getLastConstantSort } from '../service/save-constants.ts'

/** The planned effect of a row. */
export interface ConstantRowPlan {
  row: number
  /** Undefined when the type is unknown. */
  kind: OrgConstantType | undefined
  code: string
  name: string
  parentCode: string
  sort: number
  /** The existing value. */
  item: ResolvedConstant | undefined
  verdict: RowVerdict
}

/** A type with its current values and the rows of the file that belong to it. */
interface TypeContext {
  kind: OrgConstantType
  items: ReadonlyMap<string, ResolvedConstant>
  /** Code → parent code after the whole file has been applied. */
  parents: ReadonlyMap<string, string>
  /** Codes that schools of the district use; only loaded for an import of the district. */
  elsewhere: ReadonlySet<string>
  rights: ConstantRights
}

/** The types that accept imported values. */
export async function getConstantImportContext(ctx: Ctx, orgId: string) {
  const org = await getConstantOrg(ctx, 'edit', orgId)
  const rights = await getConstantRights(ctx, org)
  return { org, rights, kinds: await listOrgConstantTypes(ctx, org) }
}

const getText = ({ values }: SheetRow, key: string) => values[key] ?? ''

/** The planned effect of each row, in the order of the rows. */
export async function planConstantRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<ConstantRowPlan[]> {
  const { org, rights, kinds } = await getConstantImportContext(ctx, orgId)
  const kindOf = (row: SheetRow) => kinds.find(({ code, name }) => [code, name].includes(getText(row, 'type')))
  const typeContexts = new Map<string, TypeContext>()
  for (const [kind, own] of Map.groupBy(rows, kindOf))
    if (kind) typeContexts.set(kind.code, await loadTypeContext(ctx, { org, rights, kind }, own))
  const last = new Map([...typeContexts].map(([code, { items }]) => [code, getLastConstantSort([...items.values()])]))
  return rows.map((row) => {
    const typeContext = typeContexts.get(kindOf(row)?.code ?? '')
    if (!typeContext) return planUnknownType(row, kinds)
    const { code } = typeContext.kind
    const plan = planRow(row, typeContext, last.get(code)! + sortStep)
    if (!plan.item) last.set(code, plan.sort)
    return plan
  })
}

async function loadTypeContext(
  ctx: Ctx,
  { org, rights, kind }: { org: OrgNode; rights: ConstantRights; kind: OrgConstantType },
  rows: readonly SheetRow[],
): Promise<TypeContext> {
  const items = new Map((await listOrgConstants(ctx, org, kind)).map((item) => [item.code, item]))
  const codes = rows.map((row) => getText(row, 'code')).filter((code) => !items.has(code))
  const parentsInFile = rows
    .filter((row) => row.values['parentCode'] !== undefined || !items.has(getText(row, 'code')))
    .map((row) => [getText(row, 'code'), getText(row, 'parentCode')] as const)
  return {
    kind,
    items,
    rights,
    parents: new Map([...[...items.values()].map((item) => [item.code, item.parentCode] as const), ...parentsInFile]),
    elsewhere: rights.level === 'district' ? await findTakenCodes(ctx.db, kind.code, codes) : new Set(),
  }
}

function planUnknownType(row: SheetRow, kinds: readonly OrgConstantType[]): ConstantRowPlan {
  const written = getText(row, 'type')
  const like = findNearestChoice(
    written,
    kinds.map(({ name }) => ({ value: name, title: name })),
  )?.title
  const issue: RowIssue = {
    column: 'type',
    code: 'unknown',
    message: `找不到“${written}”`,
    ...(like ? { fixes: [{ kind: 'set', column: 'type', value: like, label: `改为“${like}”` }] } : {}),
  }
  return {
    row: row.row,
    kind: undefined,
    code: getText(row, 'code'),
    name: getText(row, 'name'),
    parentCode: '',
    sort: 0,
    item: undefined,
    verdict: { issues: [issue], keys: [], result: 'new', id: null, changes: [], mark: '', unit: '' },
  }
}

function planRow(row: SheetRow, typeContext: TypeContext, next: number): ConstantRowPlan {
  const { kind, items } = typeContext
  const code = getText(row, 'code')
  const item = items.get(code)
  const name = getText(row, 'name')
  const parentCode = !kind.isTree ? '' : (row.values['parentCode'] ?? item?.parentCode ?? '')
  const sort = row.values['sort'] === undefined ? (item?.sort ?? next) : Number(row.values['sort'])
  const input = { name, parentCode, sort }
  const changes = item
    ? (['name', 'parentCode', 'sort'] as const)
        .filter((key) => item[key] !== input[key])
        .map((column) => ({ column, before: String(item[column]) }))
    : []
  const verdict: RowVerdict = {
    issues: findIssues(
      typeContext,
      { code, ...input, isParentGiven: row.values['parentCode'] !== undefined },
      item,
      changes.length,
    ),
    keys: [
      { column: 'code', value: `${kind.code}/${code}` },
      { column: 'name', value: `${kind.code}/${name}` },
    ],
    result: item ? (changes.length > 0 ? 'changed' : 'same') : 'new',
    id: item ? `${kind.code}/${code}` : null,
    changes,
    mark: item ? String(item.version) : '',
    unit: kind.name,
  }
  return { row: row.row, kind, code, item, ...input, verdict }
}

interface RowInput {
  code: string
  name: string
  parentCode: string
  isParentGiven: boolean
}

function findIssues(
  typeContext: TypeContext,
  input: RowInput,
  item: ResolvedConstant | undefined,
  changes: number,
): RowIssue[] {
  const { kind, items, rights } = typeContext
  const issues: RowIssue[] = []
  const addIssue = (column: string, code: string, message: string) => issues.push({ column, code, message })
  if (!item && !mayAdd(kind, rights)) addIssue('type', 'closed', `“${kind.name}”不能增加常量`)
  if (item && changes > 0 && !isOwnConstant(item, rights))
    addIssue('code', 'locked', item.level === 'platform' ? '系统常量不能修改' : '该常量由教育局维护，不能修改')
  if (!item && typeContext.elsewhere.has(input.code)) addIssue('code', 'taken', '编码已存在')
  const namesake = [...items.values()].find((one) => one.code !== input.code && one.name === input.name)
  if (namesake) addIssue('name', 'taken', `名称已存在，编码为${namesake.code}`)
  if (input.isParentGiven && input.parentCode === '' && !kind.isTree)
    addIssue('parentCode', 'not-tree', `“${kind.name}”不分级，不需要上级`)
  if (input.parentCode !== '') issues.push(...findParentIssues(typeContext, input))
  return issues
}

function findParentIssues({ parents }: TypeContext, { code, parentCode }: RowInput): RowIssue[] {
  const column = 'parentCode'
  if (!parents.has(parentCode)) return [{ column, code: 'unknown', message: `找不到编码“${parentCode}”` }]
  let depth = 1
  for (let at: string | undefined = parentCode; at; at = parents.get(at)) {
    if (at === code) return [{ column, code: 'loop', message: '上级不能是自己或自己的下级' }]
    if (++depth > maxDepth) return [{ column, code: 'deep', message: `最多${maxDepth}级` }]
  }
  return []
}
