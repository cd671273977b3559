import { mkdtemp, rm } from 'node:fs/promises'
import { type OrgNode, twoSchools } from '#kernel/org/server/example.ts'
import type { TestDatabase } from '#packages/testing'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Actor, Ctx } from '#packages/core'
import type { JobDefinition, Subscription } from '#packages/jobs'
import { readFilesInstallation } from '#kernel/files/server/installation.ts'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import type { Batch } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { importJobs, onImportTaskEnded } from './import-jobs.ts'
import { booksTarget, bookTable, type RunSql } from './import.fixture.ts'
import { createLazyObjectStore } from '#packages/objects/index.ts'
import { createPeople } from './export.fixture.ts'
import { startApplyTask } from './service/apply-import.ts'
import { beginImport } from './service/begin-import.ts'
import { mapColumns } from './service/map-columns.ts'
import { getBatch, listRows } from './service/get-batch.ts'
import { fixRows, repairRows } from './service/repair-rows.ts'
import { startUndoTask } from './service/undo-import.ts'

/** Internals of other modules that only tests may use. */
interface TestParts<Queue> {
  run: RunSql
  createRoles(ctx: Ctx): Promise<unknown>
  createTestQueue(
    database: TestDatabase,
    jobs: readonly JobDefinition<never>[],
    subscriptions: readonly Subscription[],
  ): Queue
}
interface TestQueue {
  work(name: string): Promise<number>
  forget(): Promise<unknown>
}

/** A school whose administrators import books, with a manually driven queue. */
export function useImports<Queue extends TestQueue>(database: TestDatabase, parts: TestParts<Queue>) {
  const { as, sql } = database
  const queue = parts.createTestQueue(database, importJobs as never, [onImportTaskEnded])
  const importers = createPeople(database)
  const { hire, founder } = importers
  // Filled before the first test.
  const tree = {} as { school: OrgNode; other: OrgNode }
  const [li, wang] = [{} as Actor, {} as Actor]
  const { target, on } = booksTarget(parts.run, () => [
    { id: tree.school.id, name: '实验小学' },
    { id: tree.other.id, name: '文澜中学' },
  ])
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-test-'))
    const env = { QIMING_OBJECTS_DIR: folder }
    database.app.manifests = [staffManifest, manifest]
    database.contribute('filesInstallation', readFilesInstallation(env))
    database.contribute('importStore', createLazyObjectStore(env))
    database.contribute('imports', target)
    await sql(bookTable)
    await as(founder, parts.createRoles)
    Object.assign(tree, await as(founder, twoSchools))
    Object.assign(li, await hire('李敏', tree.school, 'school-admin'))
    Object.assign(wang, await hire('王芳', tree.school, 'school-admin'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  beforeEach(async () => {
    await queue.forget()
    await sql(
      'truncate tenant.book, tenant.import_batch, tenant.import_row, tenant.import_mapping, tenant.task, tenant.event',
    )
    Object.assign(on, { apply: async () => {}, examined: 0 })
  })

  const begin = (who: Actor, bytes: Uint8Array, name = '图书.csv', orgId = tree.school.id) =>
    beginImport(database.requestCtx(who), { target: 'book', orgId, preset: '', file: { name, type: '', bytes } })
  const look = (who: Actor, id: string): Promise<Batch> => as(who, (ctx) => getBatch(ctx, id))
  const rowsOf = async (who: Actor, id: string, filter: object = {}) =>
    (
      await as(who, (ctx) =>
        listRows(ctx, { id, kind: null, state: null, with: [], pageNumber: 1, pageSize: 50, ...filter }),
      )
    ).items
  const map = (who: Actor, { id, columns }: Batch, remember = false) =>
    as(who, (ctx) => mapColumns(ctx, { id, remember, columns: columns.map(({ at, key }) => ({ at, key })) }))
  const repair = (who: Actor, id: string, cells: { row: number; column: string; value: string }[], more: object = {}) =>
    as(who, (ctx) => repairRows(ctx, { id, cells, skip: [], unskip: [], ...more }))
  const fix = (who: Actor, id: string, kind: string, key: string, rows: number[] | null = null) =>
    as(who, (ctx) => fixRows(ctx, { id, kind, fix: key, rows }))
  const apply = (who: Actor, id: string, mode: 'all' | 'good' = 'all') =>
    as(who, (ctx) => startApplyTask(ctx, { id, mode }))
  const undo = (who: Actor, id: string) => as(who, (ctx) => startUndoTask(ctx, id))
  const books = () => sql<Record<string, unknown>>('select * from tenant.book order by code')

  /** Uploads a file, reads it, confirms the guessed mapping, and checks it. */
  async function checked(who: Actor, bytes: Uint8Array, name?: string): Promise<Batch> {
    const { id } = await begin(who, bytes, name)
    await queue.work('sheet.read')
    await map(who, await look(who, id))
    await queue.work('sheet.check')
    return look(who, id)
  }

  return {
    ...importers,
    queue,
    tree,
    li,
    wang,
    target,
    on,
    begin,
    look,
    rowsOf,
    map,
    repair,
    fix,
    apply,
    undo,
    books,
    checked,
  }
}

export const headings = ['书名', '编号', '书柜', '借阅']
export const goodRows = [
  ['春', 'A1', '语文柜', '可外借'],
  ['夏', 'A2', '数学柜', '2'],
  ['秋', 'A3', '', '是'],
]
/** Rows with eight kinds of issues. */
export const brokenRows = [
  ...goodRows,
  ['', 'B1', '语文柜', ''],
  ['冬', 'B2', '语文贵', ''],
  ['冬至', 'B3', '语闻柜', ''],
  ['立春', 'A1', '语文柜', ''],
  ['雨水', 'X1', '语文柜', ''],
  ['惊蛰', 'B4', '语文柜', '看看'],
]
