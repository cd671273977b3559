import { sql } from 'kysely'
import { listImportedFields, type AnyEntity, type Reference } from '#packages/contract'
import { changedByOthers, Refusal, scopeOf, wholeDistrict, type Ctx } from '#packages/core'
import { listReferencedIds } from '#packages/db'
import type { CheckedRow, ImportEffect, ImportTarget, RowVerdict, UndoResult } from '#packages/sheet'
import { requireOrg, type Crud } from './crud.ts'
import { planImport, type ImportedCrud, type RowPlan } from './plan-import.ts'
import type { EntityTable } from './rows.ts'
import { listExportFields, listImportFields } from './sheet-fields.ts'
import { listVersions, readColumns, restoreColumns } from './sheet-rows.ts'

interface EntityImportOptions {
  /** The page with the list. */
  page: string
  /** Increased when a column changes its meaning. */
  version?: number
  rowsAtMost?: number
}

/**
 * The import of an entity: the columns are the fields of its form. Rows are written by `create` and `update` of the given
 * functions, so a replaced one is used.
 */
export function createEntityImport<E extends AnyEntity>(
  functions: Crud<E>,
  { page, version = 1, rowsAtMost = 5_000 }: EntityImportOptions,
): ImportTarget {
  const crud: ImportedCrud = functions as Crud<AnyEntity>
  const { entity } = crud
  if (!entity.import) throw new Error(`${entity.key}: the entity does not declare an import`)
  const { match, permission } = entity.import
  const table = crud.rows as EntityTable
  const fields = listImportFields(entity)
  const columns = fields.flatMap((field) => field.columns)
  const titles = new Set(columns.map(({ title }) => title))
  const exported = listExportFields(entity).flatMap((field) => field.columns.map(({ title }) => title))
  const requireImportOrg = (ctx: Ctx, orgId: string) => requireOrg(ctx.db, scopeOf(ctx, permission), orgId)
  return {
    key: entity.key,
    title: entity.title,
    measure: entity.measure,
    page,
    permission,
    version,
    rowsAtMost,
    columns,
    notImported: exported.filter((title) => !titles.has(title)),
    matchHint: `匹配规则：${match.map((name) => table.fields[name]!.label).join('和')}`,
    loadContext: async (ctx, orgId) => ({ orgName: (await requireImportOrg(ctx, orgId)).name, choices: {} }),
    examine: async (ctx, orgId, rows) => (await planImport(ctx, crud, orgId, rows)).map(({ verdict }) => verdict),
    apply: (ctx, orgId, rows) => applyImport(ctx, crud, orgId, rows),
    async undo(ctx, orgId, effects) {
      await requireImportOrg(ctx, orgId)
      const kept = new Map(await findUndoObstacles(ctx, crud, effects, { isLocked: true }))
      for (const { id, result, mark, before } of effects.filter((effect) => !kept.has(effect.id))) {
        const isDone = await unlessInConflict(ctx, () =>
          result === 'new'
            ? table.remove(ctx.db, [id])
            : restoreColumns(table, ctx, id, Number(mark), before as object),
        )
        if (!isDone) kept.set(id, '与其他数据冲突')
      }
      return toUndoResults(effects, kept)
    },
    async previewUndo(ctx, orgId, effects) {
      await requireImportOrg(ctx, orgId)
      return toUndoResults(effects, await findUndoObstacles(ctx, crud, effects))
    },
    async countByUnit(ctx, orgId) {
      await requireImportOrg(ctx, orgId)
      return new Map([['', await table.countOfOrgs(ctx.db, [orgId])]])
    },
  }
}

/** False, without an effect, if a constraint refuses the work: a row may have taken the former name since. */
async function unlessInConflict({ db }: Ctx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint undo_row`.execute(db)
  try {
    await work()
    await sql`release savepoint undo_row`.execute(db)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('23'))) throw error
    await sql`rollback to savepoint undo_row`.execute(db)
    return false
  }
}

const isAsChecked = ({ issues, result, id, mark }: RowVerdict, checked: RowVerdict) =>
  issues.length === 0 && result === checked.result && id === checked.id && mark === checked.mark

async function applyImport(
  ctx: Ctx,
  crud: ImportedCrud,
  orgId: string,
  rows: readonly CheckedRow[],
): Promise<ImportEffect[]> {
  const plans = await planImport(ctx, crud, orgId, rows)
  if (plans.some(({ verdict }, at) => !isAsChecked(verdict, rows[at]!.verdict))) throw changedByOthers()
  const table = crud.rows as EntityTable
  const stored = plans.flatMap((plan) => plan.stored ?? [])
  const before = await readColumns(
    table,
    ctx.db,
    stored.map(({ id }) => id),
  )
  const shown = new Map((await listForms(ctx, crud, stored)).map((form) => [form['id'], form]))
  const written: { plan: RowPlan; id: string }[] = []
  for (const plan of plans) {
    const { id = '', version = 0 } = plan.stored ?? {}
    const done = plan.stored
      ? crud.update(ctx, { ...shown.get(id), ...plan.values, id, version })
      : crud.create(ctx, plan.values)
    written.push({ plan, id: (await done.catch(nameRow(plan.row))).id })
  }
  const versions = await listVersions(
    table,
    ctx.db,
    wholeDistrict,
    written.map(({ id }) => id),
  )
  return written.map(({ plan: { row, stored: old }, id }) => ({
    row,
    result: old ? 'changed' : 'new',
    id,
    before: before.get(id) ?? null,
    mark: String(versions.get(id)),
  }))
}

/** The fields of the form as it would send them back unchanged: masked and hidden values are recognised by `update`. */
async function listForms(ctx: Ctx, { entity, rows }: ImportedCrud, stored: Parameters<EntityTable['present']>[1]) {
  const fields = listImportedFields(entity).filter(([, { show }]) => show !== 'none')
  const shown = await (rows as EntityTable).presentFields(ctx, stored, fields)
  return shown.map((row) => {
    const form: Record<string, unknown> = { ...row }
    for (const [name, { kind }] of fields)
      if (kind === 'reference') form[name] = (row[name] as Reference | null)?.id ?? null
    return form
  })
}

/** A refusal that the check could not foresee names its row. */
const nameRow = (row: number) => (error: unknown) => {
  throw error instanceof Refusal ? new Refusal(`第${row}行：${error.message}`, error.ret) : error
}

/** The reasons why effects cannot be undone, by id. */
async function findUndoObstacles(
  ctx: Ctx,
  { entity, rows }: ImportedCrud,
  effects: readonly ImportEffect[],
  lock?: { isLocked: boolean },
): Promise<ReadonlyMap<string, string>> {
  const table = rows as EntityTable
  const scope = scopeOf(ctx, entity.import!.permission)
  const ids = effects.map(({ id }) => id)
  const versions = await listVersions(table, ctx.db, scope, ids, lock)
  const kept = new Map<string, string>()
  for (const { id, mark } of effects) {
    const version = versions.get(id)
    if (version === undefined) kept.set(id, '之后已被删除')
    else if (String(version) !== mark) kept.set(id, '导入后被修改过')
  }
  const created = effects.filter(({ id, result }) => result === 'new' && !kept.has(id)).map(({ id }) => id)
  const used = await listReferencedIds(ctx.db, table.table, created, [], { withoutCascades: true })
  for (const id of used) kept.set(id, '已被使用')
  return kept
}

const toUndoResults = (effects: readonly ImportEffect[], kept: ReadonlyMap<string, string>): UndoResult[] =>
  effects.map(({ row, id }) => ({ row, keptReason: kept.get(id) ?? '' }))
