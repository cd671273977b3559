import { newId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { World } from '#packages/testing'
import type { BatchStatus, RowState } from '../contract.ts'
import { encryptRow } from './examine-rows.ts'
import { insertImportBatch, updateBatch } from './import-queries.ts'
import { insertRows, writeImportRows } from './import-row-queries.ts'
import { createReport } from './service/import-report.ts'
import { BatchCipher, uncheckedCells } from './batch-cipher.ts'

// Callers who may edit staff may import them; a batch exists only for its owner.
const editors = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export interface PreparedImports {
  mappingId: string
  readyId: string
  appliedId: string
  appliesId: string
  undoesId: string
  discardedId: string
}

const buildTarget = ({ home }: World) => ({ target: 'staff', orgId: home.school.id })
const file = { name: '教职工.csv', content: '姓名,身份证号\n人员,' }
type Batches = PreparedImports

/** The import cases of the module's access matrix. */
export const importCases = {
  importTarget: { ...editors, request: (world: World) => ({ query: buildTarget(world) }) },
  template: { ...editors, request: (world: World) => ({ query: buildTarget(world) }) },
  begin: { ...editors, request: (world: World) => ({ form: { ...buildTarget(world), file } }) },
  batch: { ...onlyHers, request: (_: World, { readyId }: Batches) => ({ query: { id: readyId } }) },
  map: {
    ...onlyHers,
    request: (_: World, { mappingId }: Batches) => ({
      body: { id: mappingId, remember: true, columns: [{ at: 0, key: 'name' }] },
    }),
  },
  rows: { ...onlyHers, request: (_: World, { readyId }: Batches) => ({ body: { id: readyId } }) },
  repair: { ...onlyHers, request: (_: World, { readyId }: Batches) => ({ body: { id: readyId, skip: [2] } }) },
  fix: {
    ...onlyHers,
    request: (_: World, { readyId }: Batches) => ({ body: { id: readyId, kind: 'name:required', fix: 'skip' } }),
  },
  fixAll: {
    ...onlyHers,
    request: (_: World, { readyId }: Batches) => ({
      body: { id: readyId, fixes: [{ kind: 'name:required', fix: 'skip' }] },
    }),
  },
  replace: {
    ...onlyHers,
    request: (_: World, { readyId }: Batches) => ({ body: { id: readyId, column: 'name', from: '甲', to: '乙' } }),
  },
  apply: { ...onlyHers, request: (_: World, { appliesId }: Batches) => ({ body: { id: appliesId, mode: 'good' } }) },
  undoPreview: { ...onlyHers, request: (_: World, { appliedId }: Batches) => ({ query: { id: appliedId } }) },
  undo: { ...onlyHers, request: (_: World, { undoesId }: Batches) => ({ body: { id: undoesId } }) },
  wrongRows: { ...onlyHers, request: (_: World, { appliedId }: Batches) => ({ body: { id: appliedId } }) },
  discard: { ...onlyHers, request: (_: World, { discardedId }: Batches) => ({ body: { id: discardedId } }) },
}

export const prepareImports = async (world: World): Promise<PreparedImports> => ({
  mappingId: await createBatch(world, 'mapping', 'wrong'),
  readyId: await createBatch(world, 'ready', 'wrong'),
  appliedId: await createBatch(world, 'applied', 'wrong'),
  appliesId: await createBatch(world, 'ready', 'same'),
  undoesId: await createBatch(world, 'applied', 'same'),
  discardedId: await createBatch(world, 'mapping', 'wrong'),
})

/** A batch of the owner with one row. */
const createBatch = ({ database, owner }: World, status: BatchStatus, state: RowState) =>
  inDistrict(database.cells, owner.districtId, async (db) => {
    const id = newId()
    const now = new Date()
    const cipher = await BatchCipher.create({ db, actor: owner })
    const batch = {
      id,
      target: 'staff',
      orgId: owner.orgId,
      fileName: '教职工.csv',
      suffix: 'csv',
      message: '',
    } as const
    await insertImportBatch(db, { ...batch, sha256: Buffer.alloc(32) }, owner, now)
    const columns = [{ samples: [], note: '', values: [] }]
    const head = cipher.encryptHead({ sheetName: '', headings: ['姓名'], columns, pairs: {} })
    const counts = { new: 0, changed: 0, same: 1, wrong: 0, skipped: 0, repaired: 0 }
    const isApplied = status === 'applied'
    const report = isApplied
      ? cipher.encryptReport(createReport({ counts, appliedAt: now, seconds: 1, units: [] }))
      : null
    await updateBatch(db, id, ['reading'], {
      status,
      head,
      row_count: 1,
      report,
      applied_at: isApplied ? now : null,
      undo_ends_at: isApplied ? new Date(now.getTime() + 3600_000) : null,
    })
    await insertRows(db, id, [{ row: 2, raw: cipher.encryptRaw(['']) }])
    const row = { row: 2, isSkipped: false, raw: [''], checked: uncheckedCells, keys: [] }
    await writeImportRows(db, id, [{ ...encryptRow(cipher, row), state }])
    return id
  })
