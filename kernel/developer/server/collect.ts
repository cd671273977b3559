import { createHash } from 'node:crypto'
import type { BodyOf, CreateOf, OpenField, Upload } from '#packages/contract'
import { newId, notFound, orNotFound, Refusal, scopeOf, wholeDistrict, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { defineJob, enqueue } from '#packages/jobs'
import { recordOperation, recordReveal } from '#kernel/audit/server/api.ts'
import { collectFileApi, collectTask, quarantineRow, type quarantineApi } from '../contract.ts'
import { listCollectTargets, requireCollectTarget, type CollectedValues } from './collect-targets.ts'
import {
  advanceBatch,
  countWaiting,
  findOrgPath,
  insertBatch,
  insertPieces,
  keepWaiting,
  listBatches,
  listPayloads,
  lockBatch,
  lockWaiting,
  setQuarantine,
  storeQuarantine,
  storeRecords,
  takePiece,
  type RowCounts,
} from './collect-queries.ts'
import { readCollectFile } from './read-collect-file.ts'

const permission = 'collect.manage'

export const collectTasks = crud(collectTask, 'collect_task', {
  // The organisation of a new row is always checked.
  references: { org: async () => true },
  fields: {
    targetName: { load: (ctx, rows) => rows.map(({ target }) => getTargetTitle(ctx, target as string)) },
    waiting: { load: countWaitingRows },
  },
})

const getTargetTitle = (ctx: Ctx, target: string) =>
  listCollectTargets(ctx).find(({ key }) => key === target)?.title ?? ''

async function countWaitingRows({ db }: Ctx, rows: readonly { id: string }[]) {
  const counted = await countWaiting(
    db,
    rows.map(({ id }) => id),
  )
  const counts = new Map(counted.map(({ taskId, waiting }) => [taskId, waiting]))
  return rows.map(({ id }) => counts.get(id) ?? 0)
}

export const quarantine = crud(quarantineRow, 'collect_quarantine', {
  recordReveal: (ctx, { id, field, reason }) =>
    recordReveal(ctx, { subjectKind: 'collect-quarantine', subjectId: id, field, reason }),
})

/** What is no secret can be read without a reason: it is often enough to see what is wrong. */
export async function getQuarantineRow(ctx: Ctx, { id }: { id: string }) {
  const detail = await quarantine.get(ctx, { id })
  const [row] = await listPayloads(ctx.db, [id])
  const values = openPayload(await getCipher(ctx), row!)
  const target = listCollectTargets(ctx).find(({ key }) => key === row!.target)
  const open = new Set(target?.fields.filter((field) => field.class !== 'C').map(({ name }) => name))
  const masked = Object.entries(values).map(([name, value]) => [name, open.has(name) || value === '' ? value : '****'])
  return { ...detail, payload: JSON.stringify(Object.fromEntries(masked)) }
}

const openPayload = (cipher: FieldCipher, { id, payload }: { id: string; payload: Buffer }) =>
  JSON.parse(cipher.decrypt('collect_quarantine.payload', payload, id)) as CollectedValues

export async function createCollectTask(ctx: Ctx, form: CreateOf<typeof collectTask>) {
  requireCollectTarget(ctx, form.target)
  return collectTasks.create(ctx, form)
}

export const listTargets = async (ctx: Ctx) =>
  listCollectTargets(ctx).map(({ key, title, fields }) => ({ key, title, fields: [...fields] }))

const patterns: Record<OpenField['type'], RegExp> = {
  text: /^[\s\S]{1,500}$/,
  number: /^-?\d{1,15}(\.\d{1,6})?$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  boolean: /^(0|1|是|否|true|false)$/,
}

/** The declared fields as text; others are ignored. */
const pickValues = (fields: readonly OpenField[], row: Readonly<Record<string, unknown>>): CollectedValues =>
  Object.fromEntries(
    fields.flatMap(({ name, title }) => {
      const value = row[name] ?? row[title]
      return value === undefined || value === null ? [] : [[name, String(value as string).trim()]]
    }),
  )

function findMistake(fields: readonly OpenField[], values: CollectedValues): string | undefined {
  for (const { name, title, type, isRequired } of fields) {
    const value = values[name] ?? ''
    if (value === '' && isRequired) return `缺少${title}`
    if (value !== '' && !patterns[type].test(value)) return `${title}格式不正确`
  }
  return undefined
}

/** Of the keyed hash, so that a key always has the same row. */
const toId = (hash: Buffer) => hash.toString('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

interface CheckedRows {
  accepted: { values: CollectedValues; orgId: string; subjectId: string }[]
  refused: { values: CollectedValues; reason: string; at: number }[]
}

type Task = Awaited<ReturnType<typeof requireTask>>

async function requireTask(ctx: Ctx, id: string) {
  const task = await collectTasks.rows.require(ctx, wholeDistrict, id)
  return { ...task, target: requireCollectTarget(ctx, task.target) }
}

async function checkRows(ctx: Ctx, { target, org }: Task, rows: readonly CollectedValues[]): Promise<CheckedRows> {
  const mistakes = rows.map((values) => findMistake(target.fields, values))
  const right = rows.flatMap((values, at) => (mistakes[at] === undefined ? [{ values, at }] : []))
  const resolved = await target.resolve(
    ctx,
    await findOrgPath(ctx.db, org!.id),
    right.map(({ values }) => values),
  )
  const checked: CheckedRows = { accepted: [], refused: [] }
  for (const [at, values] of rows.entries())
    if (mistakes[at] !== undefined) checked.refused.push({ values, at, reason: mistakes[at] })
  for (const [nth, { values, at }] of right.entries()) {
    const found = resolved[nth]!
    if ('reason' in found) checked.refused.push({ values, at, reason: found.reason })
    else checked.accepted.push({ values, ...found })
  }
  return checked
}

const getCipher = (ctx: Ctx) => loadFieldCipher(ctx.db, ctx.actor.districtId)

async function storeAccepted(ctx: Ctx, task: Task, accepted: CheckedRows['accepted'], cipher: FieldCipher) {
  // Of rows with the same key the last one counts.
  const byKey = new Map(
    accepted.map(({ values, orgId, subjectId }) => {
      const hash = cipher.index(
        'collected_record.key',
        [task.id, ...task.target.keys.map((name) => values[name])].join('\n'),
      )
      const text = JSON.stringify(values)
      const id = toId(hash)
      return [
        id,
        {
          id,
          key: hash.toString('hex'),
          digest: cipher.index('collected_record.digest', text).toString('hex'),
          orgId,
          subjectId,
          payload: cipher.encrypt('collected_record.payload', text, id).toString('hex'),
        },
      ] as const
    }),
  )
  return storeRecords(ctx.db, task.id, [...byKey.values()], ctx.now)
}

/**
 * Takes rows of a task: those about somebody of its organisations are stored once by their key, the others go to
 * quarantine. The same rows again change nothing. The caller has checked who sends them.
 */
export async function collectRows(
  ctx: Ctx,
  taskId: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<RowCounts> {
  const task = await requireTask(ctx, taskId)
  if (task.isDisabled) throw new Refusal('该采集任务已停用')
  const cipher = await getCipher(ctx)
  const values = rows.map((row) => pickValues(task.target.fields, row))
  const { accepted, refused } = await checkRows(ctx, task, values)
  const taken = await storeAccepted(ctx, task, accepted, cipher)
  const sealed = new Map(
    refused.map(({ values: own, reason }) => {
      const text = JSON.stringify(own)
      const id = newId()
      const digest = cipher.index('collect_quarantine.digest', text).toString('hex')
      return [
        digest,
        { id, digest, reason, payload: cipher.encrypt('collect_quarantine.payload', text, id).toString('hex') },
      ]
    }),
  )
  const quarantined = await storeQuarantine(ctx.db, { taskId, orgId: task.org!.id }, [...sealed.values()], ctx.now)
  return { taken, quarantined, unchanged: rows.length - taken - quarantined }
}

const rowsAtOnce = 500
const piecesAtOnce = 20

/** One piece of a file in one transaction; the next piece is the next job, so a killed run goes on where it was. */
export const collectJob = defineJob<{ batchId: string }>({
  name: 'collect.take',
  title: '收取采集数据',
  handle: takeNextRows,
})

export async function takeNextRows(ctx: Ctx, { batchId }: { batchId: string }) {
  const batch = await lockBatch(ctx.db, batchId)
  if (!batch || batch.done === batch.total) return
  const piece = await takePiece(ctx.db, batchId, batch.done)
  if (!piece) return
  const cipher = await getCipher(ctx)
  const rows = JSON.parse(cipher.decrypt('collect_piece.payload', piece.payload, piece.id)) as Record<string, unknown>[]
  const done = batch.done + rows.length
  await advanceBatch(ctx.db, batch.id, done, await collectRows(ctx, batch.taskId, rows))
  if (done < batch.total) await enqueue(ctx, collectJob, { batchId })
}

/** Each piece is encrypted on its own, so that a job decrypts no more than it takes. */
async function storePieces(ctx: Ctx, cipher: FieldCipher, batchId: string, rows: readonly object[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce * piecesAtOnce) {
    const firstRows = Array.from({ length: piecesAtOnce }, (_, nth) => at + nth * rowsAtOnce)
    const pieces = firstRows
      .filter((firstRow) => firstRow < rows.length)
      .map((firstRow) => {
        const id = newId()
        const text = JSON.stringify(rows.slice(firstRow, firstRow + rowsAtOnce))
        return { id, firstRow, payload: cipher.encrypt('collect_piece.payload', text, id) }
      })
    await insertPieces(ctx.db, batchId, pieces)
  }
}

/** Stores the rows of a file; a job takes them. The same file again is not taken again, but goes on if it stopped. */
export async function uploadCollectFile(ctx: Ctx, { taskId, file }: BodyOf<typeof collectFileApi.upload>) {
  const task = await collectTasks.rows.require(ctx, scopeOf(ctx, permission), taskId)
  if (task.isDisabled) throw new Refusal('该采集任务已停用')
  const { target } = await requireTask(ctx, taskId)
  const { name, bytes } = file as Upload
  const rows = await readCollectFile(bytes, name, target.fields)
  if (rows.length === 0) throw new Refusal('文件里没有数据')
  const cipher = await getCipher(ctx)
  const id = newId()
  const { id: batchId, isNew } = await insertBatch(
    ctx.db,
    {
      id,
      taskId,
      fileName: name.slice(-100),
      digest: createHash('sha256')
        .update(cipher.index('collect_batch.digest', JSON.stringify(rows)))
        .digest(),
      total: rows.length,
      by: ctx.actor.personId,
    },
    ctx.now,
  )
  if (isNew) await storePieces(ctx, cipher, batchId, rows)
  await enqueue(ctx, collectJob, { batchId })
  const { path, title } = collectFileApi.upload
  await recordOperation(ctx, { route: path, title, objectIds: [taskId, batchId] })
  return { id: batchId, isRepeated: !isNew }
}

export async function listCollectBatches(ctx: Ctx, { taskId }: { taskId: string }) {
  await collectTasks.rows.require(ctx, scopeOf(ctx, permission), taskId)
  return (await listBatches(ctx.db, taskId)).map((batch) => ({ ...batch, createdAt: batch.createdAt.toISOString() }))
}

interface Resent {
  id: string
  taskId: string
  values: CollectedValues
}

/** Sends rows of the quarantine again, exactly once: they are locked, and no longer wait when they are accepted. */
async function resend(ctx: Ctx, rows: readonly Resent[]) {
  const cipher = await getCipher(ctx)
  let taken = 0
  for (const [taskId, own] of Map.groupBy(rows, (row) => row.taskId)) {
    const task = await requireTask(ctx, taskId)
    const { accepted, refused } = await checkRows(
      ctx,
      task,
      own.map(({ values }) => values),
    )
    await storeAccepted(ctx, task, accepted, cipher)
    const wrong = new Map(refused.map(({ at, reason }) => [own[at]!.id, reason]))
    const right = own.filter(({ id }) => !wrong.has(id)).map(({ id }) => id)
    await setQuarantine(ctx.db, right, { status: 'replayed', now: ctx.now })
    for (const { id, values } of own) {
      const reason = wrong.get(id)
      const payload = cipher.encrypt('collect_quarantine.payload', JSON.stringify(values), id)
      if (reason) await keepWaiting(ctx.db, id, { payload, reason })
    }
    taken += right.length
  }
  return { taken, left: rows.length - taken }
}

/** Those of the caller's scope that still wait; one that is elsewhere does not exist. */
async function requireWaiting(ctx: Ctx, ids: readonly string[]) {
  const found = await quarantine.rows.listIds(ctx.db, scopeOf(ctx, permission), ids)
  if (found.length < new Set(ids).size) throw notFound('隔离数据')
  const cipher = await getCipher(ctx)
  return (await lockWaiting(ctx.db, ids)).map(({ id, taskId, payload }) => ({
    id,
    taskId,
    values: openPayload(cipher, { id, payload }),
  }))
}

export const replayQuarantine = async (ctx: Ctx, { ids }: BodyOf<typeof quarantineApi.replay>) =>
  resend(ctx, await requireWaiting(ctx, ids))

export async function mendQuarantine(ctx: Ctx, { id, values }: BodyOf<typeof quarantineApi.mend>) {
  const row = orNotFound((await requireWaiting(ctx, [id]))[0], '待处理的隔离数据')
  const { target } = await requireTask(ctx, row.taskId)
  return resend(ctx, [{ ...row, values: { ...row.values, ...pickValues(target.fields, values) } }])
}

export async function dropQuarantine(ctx: Ctx, { ids }: BodyOf<typeof quarantineApi.drop>) {
  const rows = await requireWaiting(ctx, ids)
  await setQuarantine(
    ctx.db,
    rows.map(({ id }) => id),
    { status: 'dropped', now: ctx.now },
  )
  return { count: rows.length }
}
