import { listFields, type AnyEntity } from '#packages/contract'
import { may, scopeOf, type Ctx } from '#packages/core'
import { skipHiddenColumns, type RowIssue, type RowVerdict, type SheetRow } from '#packages/sheet'
import { requireOrg, type Crud } from './crud.ts'
import { maskText } from './mask-text.ts'
import type { EntityTable, FieldValues, StoredRow } from './rows.ts'
import { formatCells, isSame, listImportFields, normaliseCells, parseCells, type SheetField } from './sheet-fields.ts'
import { getMatchText, listByName, listMatching } from './sheet-rows.ts'

export type ImportedCrud = Pick<Crud<AnyEntity>, 'entity' | 'rows' | 'create' | 'update' | 'listReferable'>

/** The planned effect of a row of a file. */
export interface RowPlan {
  row: number
  stored: StoredRow | undefined
  /** The form of a new row, or the changed fields of a stored one. */
  values: FieldValues
  verdict: RowVerdict
}

/** A reference that was looked up by name. */
type FoundReference = { id: string } | { issue: 'unknown' | 'ambiguous' }

/** The cells of a row, by field; fields without a cell are missing. */
type FilledFields = ReadonlyMap<string, readonly (string | undefined)[]>

interface PlanContext {
  ctx: Ctx
  orgId: string
  entity: AnyEntity
  fields: readonly SheetField[]
  /** The plain text of encrypted fields, by row. */
  plain: ReadonlyMap<StoredRow, FieldValues>
  /** By field and name. */
  references: ReadonlyMap<string, ReadonlyMap<string, FoundReference>>
  /** By permission: the rows that it covers. */
  covered: ReadonlyMap<string, ReadonlySet<string>>
}

/** The planned effect of each row, in order. Refuses an organisation outside the scope. */
export async function planImport(
  ctx: Ctx,
  crud: ImportedCrud,
  orgId: string,
  rows: readonly SheetRow[],
): Promise<RowPlan[]> {
  const { entity } = crud
  const table = crud.rows as EntityTable
  const fields = listImportFields(entity)
  const scope = scopeOf(ctx, entity.import!.permission)
  await requireOrg(ctx.db, scope, orgId)
  const filled = rows.map(({ values }) => listFilled(fields, values))
  const references = await findReferences(ctx, crud, orgId, fields, filled)
  const names = entity.import!.match
  const keys = filled.map((cells) => names.map((name) => getKeyText(table, references, name, cells.get(name))))
  const stored = await listMatching(table, ctx.db, scope, { orgId, names, keys })
  const byKey = Map.groupBy(stored, (row) =>
    JSON.stringify(names.map((name) => getMatchText(table.fields[name]!, row[name]))),
  )
  const covered = await table.listCovered(
    ctx,
    stored,
    fields.flatMap(({ field }) => [field.visibleWith, field.revealWith]),
  )
  const plain = await decryptRows(ctx, table, fields, stored)
  const context: PlanContext = { ctx, orgId, entity, fields, plain, references, covered }
  return rows.map((row, at) => planRow(context, row, filled[at]!, keys[at]!, byKey.get(JSON.stringify(keys[at])) ?? []))
}

const listFilled = (fields: readonly SheetField[], values: SheetRow['values']): FilledFields =>
  new Map(
    fields
      .map(({ name, columns }) => [name, columns.map(({ key }) => values[key])] as const)
      .filter(([, cells]) => cells.some((cell) => cell !== undefined)),
  )

function getKeyText(
  { fields }: EntityTable,
  references: PlanContext['references'],
  name: string,
  cells: readonly (string | undefined)[] | undefined,
): string {
  const field = fields[name]!
  if (!cells) return ''
  if (field.kind !== 'reference') return getMatchText(field, parseCells(field, cells))
  const found = references.get(name)!.get(cells[0]!)!
  return 'id' in found ? found.id : ''
}

/** The rows with these names that the caller may refer to in this organisation: another one may have the same names. */
async function findReferences(
  ctx: Ctx,
  crud: ImportedCrud,
  orgId: string,
  fields: readonly SheetField[],
  filled: readonly FilledFields[],
): Promise<PlanContext['references']> {
  const references = new Map<string, ReadonlyMap<string, FoundReference>>()
  for (const { name, field } of fields.filter(({ field: { kind } }) => kind === 'reference')) {
    const words = [...new Set(filled.flatMap((cells) => cells.get(name)?.[0] ?? []))]
    const candidates = words.length > 0 ? await listByName(ctx.db, field, words) : []
    const ids = candidates.map(({ id }) => id)
    const permitted = new Set(ids.length > 0 ? await crud.listReferable(ctx, name, ids, orgId) : [])
    const byName = Map.groupBy(
      candidates.filter(({ id }) => permitted.has(id)),
      (candidate) => candidate.name,
    )
    const find = (word: string): FoundReference => {
      const [first, ...others] = byName.get(word) ?? []
      if (!first) return { issue: 'unknown' }
      return others.length > 0 ? { issue: 'ambiguous' } : { id: first.id }
    }
    references.set(name, new Map(words.map((word) => [word, find(word)])))
  }
  return references
}

function planRow(
  context: PlanContext,
  row: SheetRow,
  filled: FilledFields,
  key: readonly string[],
  matching: readonly StoredRow[],
): RowPlan {
  const { entity, fields } = context
  const [stored] = matching
  const matchColumn = entity.import!.match.at(-1)!
  const plan = stored ? planChange(context, filled, stored) : planNew(context, row, filled)
  if (matching.length > 1)
    plan.issues.push({ column: matchColumn, code: 'ambiguous', message: '有多条相同的数据，无法识别' })
  const verdict: RowVerdict = {
    issues: plan.issues,
    keys: [{ column: matchColumn, value: JSON.stringify(key) }],
    result: stored ? (plan.changes.length > 0 ? 'changed' : 'same') : 'new',
    id: stored?.id ?? null,
    changes: plan.changes,
    mark: stored ? String(stored.version) : '',
    unit: '',
  }
  const hidden = new Set(
    fields.filter((field) => isHidden(context, field, stored)).flatMap(({ columns }) => columns.map((one) => one.key)),
  )
  const seen = skipHiddenColumns(verdict, Object.keys(row.values), (column) => hidden.has(column), undefined)
  return { row: row.row, stored, values: plan.values, verdict: seen }
}

interface FieldPlan {
  values: Record<string, unknown>
  issues: RowIssue[]
  changes: { column: string; before: string }[]
}

/** Whether the caller may not see this field of the row. */
function isHidden(
  { ctx, covered }: PlanContext,
  { field: { visibleWith } }: SheetField,
  stored: StoredRow | undefined,
) {
  if (!visibleWith) return false
  return stored ? !covered.get(visibleWith)!.has(stored.id) : !may(ctx.actor, visibleWith)
}

const createIssue = (column: string, code: string, message: string, title?: string): RowIssue => ({
  column,
  code,
  message,
  ...(title && { title }),
})

function planNew({ orgId, entity, fields, references }: PlanContext, row: SheetRow, filled: FilledFields): FieldPlan {
  const issues: RowIssue[] = []
  const form: Record<string, unknown> = {}
  for (const [name, { write, initial }] of listFields(entity)) if (write !== 'server') form[name] = initial
  form[entity.scope.org!] = orgId
  const settled = new Set(row.masked)
  const addIssue = (name: string, issue: RowIssue) => {
    settled.add(name)
    issues.push(issue)
  }
  for (const { name, field, columns } of fields) {
    const cells = filled.get(name) ?? []
    const missing = columns.filter((_, at) => cells[at] === undefined)
    const value = cells.length > 0 ? readValue(references, name, field, cells) : undefined
    if (value instanceof WrongReference) addIssue(name, value.issue)
    else if (cells.length > 0) form[name] = value
    // A range with one day is incomplete, whether the field is required or not.
    if ((field.isRequired || missing.length < columns.length) && !settled.has(name))
      for (const { key } of missing) addIssue(name, createIssue(key, 'required', '不能为空'))
  }
  for (const [name, { write, input }] of listFields(entity)) {
    if (write === 'server' || settled.has(name)) continue
    const { data, error } = input.safeParse(form[name])
    const [wrong] = error?.issues ?? []
    const column = findColumn(fields, name, wrong?.path[0]) ?? entity.import!.match[0]!
    if (wrong) addIssue(name, createIssue(column, 'format', wrong.message))
    else form[name] = data
  }
  return { values: form, issues, changes: [] }
}

const findColumn = (fields: readonly SheetField[], name: string, part: unknown) => {
  const columns = fields.find((one) => one.name === name)?.columns
  return (columns?.find(({ key }) => key === `${name}.${String(part)}`) ?? columns?.[0])?.key
}

class WrongReference {
  readonly issue: RowIssue
  constructor(column: string, word: string, code: 'unknown' | 'ambiguous') {
    this.issue = createIssue(column, code, code === 'unknown' ? `找不到“${word}”` : `有多个“${word}”`)
  }
}

function readValue(
  references: PlanContext['references'],
  name: string,
  field: SheetField['field'],
  cells: readonly (string | undefined)[],
): unknown {
  if (field.kind !== 'reference') return parseCells(field, cells)
  const found = references.get(name)!.get(cells[0]!)!
  return 'id' in found ? found.id : new WrongReference(name, cells[0]!, found.issue)
}

function planChange(context: PlanContext, filled: FilledFields, stored: StoredRow): FieldPlan {
  const plan: FieldPlan = { values: {}, issues: [], changes: [] }
  for (const sheetField of context.fields) {
    const cells = filled.get(sheetField.name)
    if (cells && !isHidden(context, sheetField, stored)) planField(context, sheetField, cells, stored, plan)
  }
  return plan
}

function planField(
  context: PlanContext,
  sheetField: SheetField,
  filled: readonly (string | undefined)[],
  stored: StoredRow,
  plan: FieldPlan,
) {
  const { name, field, columns } = sheetField
  const current = getPlainValue(context, sheetField, stored)
  const known = normaliseCells(sheetField, current)
  const cells = filled.map((cell, at) => cell ?? known[at]!)
  // Whoever may not reveal a masked value does not learn whether it is equal either.
  const mayCompare = !field.mask || context.covered.get(field.revealWith ?? '')?.has(stored.id) === true
  if (mayCompare && isSame(sheetField, cells, known)) return
  const before = (at: number) =>
    field.isEncrypted ? maskText(current as string, field.mask ?? 'all') : String(formatCells(field, current)[at] ?? '')
  plan.changes.push(
    ...columns.flatMap(({ key }, at) =>
      mayCompare && cells[at] === known[at] ? [] : [{ column: key, before: before(at) }],
    ),
  )
  if (field.write === 'create') {
    plan.issues.push(createIssue(columns[0]!.key, 'locked', `${field.label}不能修改`, `${field.label}不能修改`))
    return
  }
  const value = readValue(context.references, name, field, cells)
  if (value instanceof WrongReference) return void plan.issues.push(value.issue)
  const { data, error } = field.input.safeParse(value)
  const [wrong] = error?.issues ?? []
  if (wrong) plan.issues.push(createIssue(findColumn(context.fields, name, wrong.path[0])!, 'format', wrong.message))
  else plan.values[name] = data
}

const getPlainValue = ({ plain }: PlanContext, { name, field }: SheetField, stored: StoredRow) =>
  field.isEncrypted ? plain.get(stored)![name] : stored[name]

async function decryptRows(
  ctx: Ctx,
  table: EntityTable,
  fields: readonly SheetField[],
  stored: readonly StoredRow[],
): Promise<PlanContext['plain']> {
  const plain = new Map<StoredRow, FieldValues>()
  for (const row of stored) {
    const values: Record<string, unknown> = {}
    for (const { name, field } of fields) if (field.isEncrypted) values[name] = await table.decrypt(ctx, row, name)
    plain.set(row, values)
  }
  return plain
}
