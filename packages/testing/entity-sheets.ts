import { expect } from 'vitest'
import { listFields, listImportedFields, type AnyEntity, type AnyField, type FieldMap } from '#packages/contract'
import { Ret, type Actor } from '#packages/core'
import { getColumns, type Crud } from '#packages/crud'
import type { AnyExportSource, CheckedRow, ExportSource, ImportTarget, SheetRow } from '#packages/sheet'
import type { TestDatabase } from './database.ts'
import { parseExportedRows, type ExportedFile } from './exported-file.ts'
import { createImportHarness, listIssueCodes } from './import-harness.ts'

export interface SheetWorld {
  database: Pick<TestDatabase, 'as' | 'sql'>
  /** Has all permissions of the entity in the organisation, and somebody with the same permissions in another one. */
  editor: Actor
  stranger: Actor
  orgId: string
  /** Values that cannot be derived from the fields: references, texts with a format of their own. */
  more?: (nth: number) => object
}

/** An entity with its import and export, as its module declares them. */
export interface SheetEntity {
  crud: Crud<AnyEntity>
  target: ImportTarget
  source: AnyExportSource
}

type Snapshot = Map<string, Record<string, unknown>>

/** A form in which every field has a value that differs from that of its neighbours. */
function fillForm(entity: AnyEntity, nth: number, more: object): object {
  const values = listFields(entity)
    .filter(([, { write }]) => write !== 'server')
    .map(([name, field]) => [name, fillField(field, nth)])
  return { ...Object.fromEntries(values), ...more }
}

function fillField({ kind, label, initial, example, mask, max, min, options }: AnyField, nth: number): unknown {
  const keys = Object.keys(options ?? {})
  switch (kind) {
    case 'text':
      return mask
        ? `1380000000${nth}`
        : example
          ? `${example}${nth}`.slice(-(max ?? 10))
          : `${nth}${label}`.slice(0, max ?? 10)
    case 'integer':
    case 'decimal':
      return Math.min(max!, min! + 105 * nth)
    case 'date':
      return `2026-11-1${nth}`
    case 'dateRange':
      return { from: `2026-11-1${nth}`, to: `2026-12-1${nth}` }
    case 'choice':
      return keys[nth % keys.length]
    case 'choices':
      return nth % 2 === 1 ? keys.toReversed() : keys.slice(0, 1)
    case 'flag':
      return nth % 2 === 1
    case 'password':
    case 'datetime':
    case 'status':
    case 'reference':
    case 'files':
    case 'external':
      return initial
  }
}

/** The table of the entity before and after, with three rows of the organisation in it. */
async function prepare({ crud, target, source: anySource }: SheetEntity, world: SheetWorld) {
  const { entity, table } = crud
  const { database, editor, stranger, orgId, more } = world
  const { as } = database
  const source = anySource as ExportSource
  const org = entity.scope.org!
  await database.sql(`delete from tenant.${table}`)
  for (const nth of [1, 2, 3])
    await as(editor, (ctx) => crud.create(ctx, { ...fillForm(entity, nth, more?.(nth) ?? {}), [org]: orgId }))

  const snapshot = async (): Promise<Snapshot> => {
    const rows = await database.sql<{ id: string; columns: Record<string, unknown> }>(
      `select id, to_jsonb(t) - 'version' - 'updated_at' as columns from tenant.${table} t order by id`,
    )
    return new Map(rows.map(({ id, columns }) => [id, columns]))
  }
  /** All rows of the list in pages of two, as the export of this person. */
  const exportAs = async (who: Actor, { isWhole = false, query = {} } = {}): Promise<ExportedFile> => {
    const keys = source.columns.map(({ key }) => key)
    const filter = source.filter.parse({ orgId, ...query })
    const headings = source.columns.map(({ title }) => title)
    const lines: ExportedFile['lines'] = []
    let after: string | null = null
    do {
      const request = { columns: keys, isWhole, after, limit: 2 }
      const piece: Awaited<ReturnType<ExportSource['read']>> = await as(who, (ctx) => source.read(ctx, filter, request))
      for (const cells of piece.rows)
        lines.push(Object.fromEntries(cells.map((cell, at) => [headings[at]!, String(cell ?? '')])))
      ;({ after } = piece)
    } while (after !== null)
    return { headings, lines }
  }
  const parse = (who: Actor, file: ExportedFile) => parseExportedRows(as, who, target, orgId, file)
  const harness = createImportHarness(target)
  return {
    as,
    editor,
    stranger,
    orgId,
    entity,
    crud,
    target,
    source,
    snapshot,
    exportAs,
    parse,
    harness: (who: Actor) => harness(as, who, orgId),
    rows: await parse(editor, await exportAs(editor, { isWhole: true })),
  }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const without = (actor: Actor, permission: string): Actor => ({
  ...actor,
  permissions: new Map([...actor.permissions].filter(([code]) => code !== permission)),
})
const copyCell = (row: SheetRow, from: SheetRow, column: string): SheetRow => ({
  ...row,
  values: { ...row.values, [column]: from.values[column]! },
})
/** Columns of fields that an import may change in a stored row. */
const listChangeable = ({ entity, target, rows }: Prepared) =>
  listImportedFields(entity)
    .filter(([name, { write }]) => write === 'form' && !entity.import!.match.includes(name))
    .flatMap(([name, field]) =>
      target.columns
        .filter(({ key }) => key === name || key.startsWith(`${name}.`))
        .map(({ key }) => ({ name, field, column: key })),
    )
    .map((one) => ({ ...one, other: rows.find(({ values }) => differs(values[one.column], rows[0]!, one.column)) }))
const differs = (value: string | undefined, { values }: SheetRow, column: string) =>
  value !== undefined && value !== values[column]

function diff(before: Snapshot, after: Snapshot): string[] {
  expect([...after.keys()]).toEqual([...before.keys()])
  return [...before].flatMap(([id, columns]) =>
    Object.keys(columns)
      .filter((name) => JSON.stringify(columns[name]) !== JSON.stringify(after.get(id)![name]))
      .map((name) => `${id}.${name}`),
  )
}

/** What the import and the export of every entity must do, by title. */
export const entitySheetCases: Readonly<Record<string, (of: SheetEntity, world: SheetWorld) => Promise<void>>> = {
  async 'an export in pages has every row once, and importing it changes nothing'(of, world) {
    const { crud, as, editor, orgId, entity, exportAs, parse, harness, snapshot, source, rows } = await prepare(
      of,
      world,
    )
    const page = { pageNumber: 1, pageSize: 20, keyword: '', orgId }
    const { items } = await as(editor, (ctx) => crud.list(ctx, page as never))
    const nameTitle = source.columns.find(({ key }) => key === entity.name)!.title
    const names = (items as Record<string, unknown>[]).map((item) => item[entity.name])
    for (const isWhole of [true, false]) {
      const file = await exportAs(editor, { isWhole })
      expect(file.lines.map((line) => line[nameTitle])).toEqual(names)
      const before = await snapshot()
      const read = await parse(editor, file)
      expect(await harness(editor).examine(read)).toMatchObject(read.map(() => ({ result: 'same', issues: [] })))
      expect(await harness(editor).apply(read)).toEqual([])
      expect(await snapshot()).toEqual(before)
    }
    expect(rows).toHaveLength(3)
    expect(await as(editor, (ctx) => source.count(ctx, source.filter.parse({ orgId })))).toBe(3)
  },

  async 'a changed cell is one update of one field, and undo restores it'(of, world) {
    const prepared = await prepare(of, world)
    const { entity, editor, harness, snapshot, rows } = prepared
    const changeable = listChangeable(prepared)
    expect(changeable.length).toBeGreaterThan(0)
    for (const { name, column, other } of changeable) {
      if (!other) throw new Error(`${name} is the same in all rows`)
      const file = [copyCell(rows[0]!, other, column), ...rows.slice(1)]
      const before = await snapshot()
      const verdicts = await harness(editor).examine(file)
      expect(verdicts.map(({ result }) => result)).toEqual(['changed', 'same', 'same'])
      expect(verdicts[0]!.changes.map((change) => change.column)).toEqual([column])
      const effects = await harness(editor).apply(file)
      expect(effects).toHaveLength(1)
      const changed = diff(before, await snapshot())
      const own = getColumns(name, (entity.fields as FieldMap)[name]).map((one) => `${effects[0]!.id}.${one}`)
      expect(changed.length).toBeGreaterThan(0)
      expect(own).toEqual(expect.arrayContaining(changed))
      expect(await harness(editor).examine(file)).toMatchObject(file.map(() => ({ result: 'same' })))
      expect((await harness(editor).undo(effects)).map(({ keptReason }) => keptReason)).toEqual([''])
      expect(await snapshot()).toEqual(before)
    }
  },

  async 'a new row is created, and undo removes it unless it was changed since'(of, world) {
    const prepared = await prepare(of, world)
    const { as, crud, entity, editor, orgId, harness, snapshot, rows } = prepared
    const match = entity.import!.match.find((name) => (entity.fields as FieldMap)[name]!.kind === 'text')!
    const key = prepared.target.columns.find((column) => column.key === match)!.key
    const file = ['甲', '乙'].map((word, at) => ({
      ...rows[0]!,
      row: at + 2,
      values: { ...rows[0]!.values, [key]: word },
    }))
    const before = await snapshot()
    expect((await harness(editor).examine(file)).map(({ result }) => result)).toEqual(['new', 'new'])
    const effects = await harness(editor).apply(file)
    const after = await snapshot()
    expect(after.size).toBe(before.size + 2)
    const orgColumn = getColumns(entity.scope.org!, (entity.fields as FieldMap)[entity.scope.org!])[0]!
    for (const { id } of effects) expect(after.get(id)![orgColumn]).toBe(orgId)
    const [first] = effects
    await touch(prepared, first!.id)
    expect((await harness(editor).undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['', '导入后被修改过'])
    expect([...(await snapshot()).keys()].toSorted()).toEqual([...before.keys(), first!.id].toSorted())
    await as(editor, (ctx) => crud.rows.find(ctx.db, editor.permissions.get(entity.import!.permission)!, first!.id))
  },

  async 'a row that was changed after the check is not overwritten'(of, world) {
    const prepared = await prepare(of, world)
    const { as, editor, orgId, target, harness, snapshot, rows } = prepared
    const { column, other } = listChangeable(prepared)[0]!
    const file = [copyCell(rows[0]!, other!, column)]
    const [verdict] = await harness(editor).examine(file)
    await touch(prepared, verdict!.id!)
    const before = await snapshot()
    const checked: CheckedRow[] = [{ ...file[0]!, verdict: verdict! }]
    await expect(as(editor, (ctx) => target.apply(ctx, orgId, checked))).rejects.toMatchObject({
      ret: Ret.changedByOthers,
    })
    expect(await snapshot()).toEqual(before)
    const effects = await harness(editor).apply(file)
    await touch(prepared, verdict!.id!)
    const changed = await snapshot()
    expect((await harness(editor).undoable(effects)).map(({ keptReason }) => keptReason)).toEqual(['导入后被修改过'])
    expect((await harness(editor).undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['导入后被修改过'])
    expect(await snapshot()).toEqual(changed)
  },

  async 'masked cells are left alone, and only who may reveal them exports them in full'(of, world) {
    const prepared = await prepare(of, world)
    const { editor, entity, exportAs, parse, harness, rows } = prepared
    for (const [name, { label, isEncrypted, mask, revealWith }] of listImportedFields(entity)) {
      if (!isEncrypted) continue
      const plain = rows[0]!.values[name]!
      const file = await exportAs(editor)
      expect(file.lines[0]![label]).toMatch(/\*\*/)
      expect(JSON.stringify(file.lines)).not.toContain(plain)
      const read = await parse(editor, file)
      expect(read[0]!.masked).toContain(name)
      if (!mask || !revealWith) continue
      const outsider = without(editor, revealWith)
      expect(JSON.stringify((await exportAs(outsider, { isWhole: true })).lines)).not.toContain(plain)
      // Whether a guessed number is the stored one is not disclosed.
      const [verdict] = await harness(outsider).examine(rows.slice(0, 1))
      expect(verdict).toMatchObject({ result: 'changed', changes: [{ column: name }] })
      expect(JSON.stringify(verdict!.changes)).not.toContain(plain)
    }
  },

  async 'a hidden field is exported to and changed by only those who may see it'(of, world) {
    const prepared = await prepare(of, world)
    const { as, editor, entity, target, source, orgId, exportAs, parse, harness, snapshot, rows } = prepared
    for (const [name, { visibleWith }] of listImportedFields(entity)) {
      if (!visibleWith) continue
      const own = (columns: readonly { key: string; visibleWith?: string }[]) =>
        columns.filter(({ key }) => key === name || key.startsWith(`${name}.`)).map((column) => column.visibleWith)
      expect(new Set([...own(target.columns), ...own(source.columns)])).toEqual(new Set([visibleWith]))
      const outsider = without(editor, visibleWith)
      const file = await exportAs(outsider)
      const titles = target.columns.filter((column) => column.visibleWith === visibleWith).map(({ title }) => title)
      for (const line of file.lines) for (const title of titles) expect(line[title]).toBe('')
      const before = await snapshot()
      const read = await parse(outsider, file)
      const { column, other } = listChangeable(prepared).find((one) => one.name !== name && !one.field.visibleWith)!
      const changed = [copyCell(read[0]!, other!, column)]
      const effects = await harness(outsider).apply(changed)
      expect(effects).toHaveLength(1)
      expect(diff(before, await snapshot()).join()).not.toContain(
        `.${getColumns(name, (entity.fields as FieldMap)[name])[0]!}`,
      )
      await harness(outsider).undo(effects)
      // Neither overwritten nor compared, for stored and for new rows.
      const key = target.columns.find((one) => one.visibleWith === visibleWith)!.key
      for (const row of [rows[0]!, copyCell(rows[0]!, rows[1]!, key)]) {
        const [verdict] = await harness(outsider).examine([row])
        expect(listIssueCodes(verdict!)).toContain(`${key}:unseen`)
        expect(verdict).toMatchObject({ result: 'changed', changes: [] })
      }
      const unknown = { ...rows[0]!, values: { ...rows[0]!.values, [entity.import!.match.at(-1)!]: '丙' } }
      expect(listIssueCodes((await harness(outsider).examine([unknown]))[0]!)).toContain(`${key}:unseen`)
      await as(outsider, (ctx) => target.loadContext(ctx, orgId))
    }
  },

  async 'an organisation outside the scope is refused'(of, world) {
    const prepared = await prepare(of, world)
    const { as, editor, stranger, orgId, target, source, harness, exportAs, snapshot, rows } = prepared
    const { column, other } = listChangeable(prepared)[0]!
    const file = [copyCell(rows[0]!, other!, column)]
    const verdicts = await harness(editor).examine(file)
    const checked = file.map((row, at): CheckedRow => ({ ...row, verdict: verdicts[at]! }))
    const before = await snapshot()
    const gone = { ret: Ret.notFound }
    await expect(as(stranger, (ctx) => target.loadContext(ctx, orgId))).rejects.toMatchObject(gone)
    await expect(harness(stranger).examine(file)).rejects.toMatchObject(gone)
    await expect(as(stranger, (ctx) => target.apply(ctx, orgId, checked))).rejects.toMatchObject(gone)
    await expect(as(stranger, (ctx) => target.countByUnit(ctx, orgId))).rejects.toMatchObject(gone)
    expect(await snapshot()).toEqual(before)
    const effects = await harness(editor).apply(file)
    const changed = await snapshot()
    await expect(harness(stranger).undo(effects)).rejects.toMatchObject(gone)
    // Undoing in one's own organisation does not reach the rows of another one.
    const elsewhere = createImportHarness(target)(as, stranger, stranger.orgId)
    expect((await elsewhere.undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['之后已被删除'])
    expect(await snapshot()).toEqual(changed)
    await expect(exportAs(stranger)).rejects.toMatchObject(gone)
    expect((await exportAs(stranger, { query: { orgId: '' } })).lines).toEqual([])
    expect(await as(stranger, (ctx) => source.count(ctx, source.filter.parse({ orgId: '' })))).toBe(0)
    // The same rows of a file are new in one's own organisation.
    expect((await elsewhere.examine(file)).map(({ result, id }) => [result, id])).toEqual([['new', null]])
  },

  async 'an export has the rows of the filter, the ticked ones, and no more than its own permission covers'(of, world) {
    const { as, editor, stranger, entity, source, orgId, exportAs, snapshot } = await prepare(of, world)
    const [first, second] = [...(await snapshot()).keys()]
    expect((await exportAs(editor, { query: { ids: [first, second] } })).lines).toHaveLength(2)
    expect((await exportAs(editor, { query: { except: [first] } })).lines).toHaveLength(2)
    expect((await exportAs(editor, { query: { keyword: '没有这个字' } })).lines).toEqual([])
    expect(await as(editor, (ctx) => source.describe(ctx, source.filter.parse({ orgId, keyword: '甲' })))).toContain(
      '甲',
    )
    // The permission of the export may cover less than reading.
    const scope = stranger.permissions.get(source.permission)!
    const narrow = { ...editor, permissions: new Map(editor.permissions).set(source.permission, scope) }
    // A list of one organisation is refused outside the scope, and any other list is empty.
    if (entity.access.read === source.permission && !entity.list.ofOneOrg)
      expect((await exportAs(narrow, { query: { orgId: '' } })).lines).toEqual([])
    else await expect(exportAs(narrow)).rejects.toMatchObject({ ret: Ret.notFound })
  },

  async 'a file changes only what a form may change'(of, world) {
    const prepared = await prepare(of, world)
    const { editor, entity, target, harness, rows } = prepared
    const keys = new Set(target.columns.map(({ key }) => key.split('.')[0]!))
    for (const [name, { write }] of listFields(entity)) if (write === 'server') expect(keys).not.toContain(name)
    for (const [name, { write }] of listImportedFields(entity)) {
      if (write !== 'create' || entity.import!.match.includes(name)) continue
      const other = rows.find(({ values }) => differs(values[name], rows[0]!, name))!
      const [verdict] = await harness(editor).examine([copyCell(rows[0]!, other, name)])
      expect(listIssueCodes(verdict!)).toEqual([`${name}:locked`])
    }
  },
}

/** Somebody else saves the row, without changing a field. */
const touch = ({ as, crud, editor, entity }: Prepared, id: string) =>
  as(editor, async (ctx) => {
    const scope = editor.permissions.get(entity.access.update!)!
    const row = (await crud.rows.find(ctx.db, scope, id))!
    await crud.update(ctx, { id, version: row.version })
  })
