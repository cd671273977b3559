import { createHash } from 'node:crypto'
import { districtId, type DistrictId } from '#packages/core'
import { createLastingSignature } from '#packages/crypto'
import { extendTimeouts, inCell, inDistrict, type Cells, type Db } from '#packages/db'
import {
  getCompleteUntil,
  listDistrictsInCell,
  tryLockSealing,
  insertSeals,
  findLastSeal,
  getNewestSealVersion,
  sealedLogs,
  listLogSummaries,
  windowMs,
  findWindowOfRow,
  type SealedLog,
  type SealRow,
} from './seal-queries.ts'

const lagSeconds = 60
/** A log without rows is sealed this often: a row inserted later can claim at most this period. */
const silenceMs = 24 * 3600_000
const rowsAtOnce = 20_000
/** After a standstill the rest is sealed by the next run. */
const batchesPerRun = 50

const emptyDigest = createHash('sha256').digest()

/** The first seal of a log has no predecessor and covers all of the past. */
export const chainStart = { number: 0, ends_at: new Date(0), signature: Buffer.alloc(0) }

/** The signature needs the installation's index key, which is not in the database. */
export const signSeal = (district: DistrictId, seal: Omit<SealRow, 'signature'>): Buffer =>
  createLastingSignature(
    'log-seal',
    JSON.stringify([
      district,
      seal.log,
      seal.number,
      seal.starts_at.toISOString(),
      seal.ends_at.toISOString(),
      seal.row_count,
      seal.digest.toString('hex'),
      seal.version,
      seal.made_at.toISOString(),
      seal.previous.toString('hex'),
    ]),
  )

interface SealResult {
  districts: number
  seals: number
  /** Districts with more rows than one run seals. */
  behind: number
}

/** Seals the complete windows of every district of a cell. Can run again at any time, also concurrently. */
export async function sealCell(cells: Cells, cell: number, now: Date, lag = lagSeconds): Promise<SealResult> {
  const { until, districts } = await inCell(cells, cell, async (db) => ({
    until: await getCompleteUntil(db, lag),
    districts: await listDistrictsInCell(db, cell),
  }))
  const done: SealResult = { districts: districts.length, seals: 0, behind: 0 }
  for (const { id } of districts) {
    const { seals, isBehind } = await sealDistrict(cells, districtId(id), until, now)
    done.seals += seals
    if (isBehind) done.behind++
  }
  return done
}

/** `until` comes from `getCompleteUntil`, read before this. */
async function sealDistrict(cells: Cells, district: DistrictId, until: Date, now: Date) {
  let seals = 0
  let isBehind = true
  for (let batch = 0; isBehind && batch < batchesPerRun; batch++)
    await inDistrict(cells, district, async (db) => {
      isBehind = false
      if (!(await tryLockSealing(db))) return
      await extendTimeouts(db, 5)
      for (const log of sealedLogs) {
        const made = await sealBatch(db, district, log, until, now)
        seals += made.count
        isBehind ||= made.isMoreLeft
      }
    })
  return { seals, isBehind }
}

/** One seal for each window with rows, including the silence before it. */
async function sealBatch(db: Db, district: DistrictId, log: SealedLog, until: Date, made_at: Date) {
  const last = (await findLastSeal(db, log)) ?? chainStart
  if (until <= last.ends_at) return { count: 0, isMoreLeft: false }
  const firstBeyond = await findWindowOfRow(db, log, last.ends_at, until, rowsAtOnce)
  const cut = firstBeyond ? await findCut(db, log, last.ends_at, firstBeyond) : until
  const seals: SealRow[] = []
  const add = (ends_at: Date, rowCount: number, digest: Buffer) => {
    const { number, ends_at: starts_at, signature: previous } = seals.at(-1) ?? last
    const version = getNewestSealVersion(log)
    const seal = {
      log,
      number: number + 1,
      starts_at,
      ends_at,
      row_count: rowCount,
      digest,
      version,
      made_at,
      previous,
    }
    seals.push({ ...seal, signature: signSeal(district, seal) })
  }
  for (const { startsAt, rowCount, digest } of await listLogSummaries(db, log, last.ends_at, cut))
    add(new Date(startsAt.getTime() + windowMs), rowCount, digest)
  const isMoreLeft = firstBeyond !== undefined
  const silence = until.getTime() - (seals.at(-1) ?? last).ends_at.getTime()
  if (!isMoreLeft && silence >= silenceMs) add(until, 0, emptyDigest)
  if (seals.length > 0) await insertSeals(db, seals)
  return { count: seals.length, isMoreLeft }
}

/** A window is never divided: the cut is before this one unless it is the first. */
async function findCut(db: Db, log: SealedLog, from: Date, window: Date) {
  const end = new Date(window.getTime() + windowMs)
  const first = await findWindowOfRow(db, log, from, end, 0)
  return first!.getTime() === window.getTime() ? end : window
}
