import { createHash } from 'node:crypto'
import { districtId, type DistrictId } from '#packages/core'
import { lastingSignatureOf } from '#packages/crypto'
import { inCell, inDistrict, type Cells, type Db } from '#packages/db'
import {
  allowMinutes,
  completeUntil,
  districtsIn,
  holdSealing,
  insertSeals,
  lastSeal,
  newestVersion,
  sealedLogs,
  summariesOf,
  windowMinutes,
  windowOfRow,
  type SealedLog,
  type SealRow,
} from './seal-queries.ts'

const windowMs = windowMinutes * 60_000
const lagSeconds = 60
/** A log in which nothing happens is sealed this often: a row that is put into the silence later has a day to hide in. */
const silenceMs = 24 * 3600_000
const rowsAtOnce = 20_000
/** After a standstill: the rest comes with the next run. */
const piecesARun = 50

const digestOfNothing = createHash('sha256').digest()

/** The first seal of a log reaches back to before there was any, and follows nothing. */
export const beginning = { number: 0, ends_at: new Date(0), signature: Buffer.alloc(0) }

/** Only who has the installation's index key can make it, and a database does not have that. */
export const signatureOfSeal = (district: DistrictId, seal: Omit<SealRow, 'signature'>): Buffer =>
  lastingSignatureOf(
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

interface Sealed {
  districts: number
  seals: number
  /** Districts in which more is left than one run does. */
  behind: number
}

/** Seals what is complete in every district of a cell. May run again at any time, and beside itself. */
export async function sealCell(cells: Cells, cell: number, now: Date, lag = lagSeconds): Promise<Sealed> {
  const { until, districts } = await inCell(cells, cell, async (db) => ({
    until: await completeUntil(db, lag),
    districts: await districtsIn(db, cell),
  }))
  const done: Sealed = { districts: districts.length, seals: 0, behind: 0 }
  for (const { id } of districts) {
    const { seals, isBehind } = await sealDistrict(cells, districtId(id), until, now)
    done.seals += seals
    if (isBehind) done.behind++
  }
  return done
}

/** `until` comes from `completeUntil`, asked before this. */
async function sealDistrict(cells: Cells, district: DistrictId, until: Date, now: Date) {
  let seals = 0
  let isBehind = true
  for (let piece = 0; isBehind && piece < piecesARun; piece++)
    await inDistrict(cells, district, async (db) => {
      isBehind = false
      if (!(await holdSealing(db))) return
      await allowMinutes(db, 5)
      for (const log of sealedLogs) {
        const made = await sealPiece(db, district, log, until, now)
        seals += made.count
        isBehind ||= made.isMoreLeft
      }
    })
  return { seals, isBehind }
}

/** One seal for each window that has rows, over the silence before it too. */
async function sealPiece(db: Db, district: DistrictId, log: SealedLog, until: Date, made_at: Date) {
  const last = (await lastSeal(db, log)) ?? beginning
  if (until <= last.ends_at) return { count: 0, isMoreLeft: false }
  const firstBeyond = await windowOfRow(db, log, last.ends_at, until, rowsAtOnce)
  const cut = firstBeyond ? await afterFirstWindow(db, log, last.ends_at, firstBeyond) : until
  const seals: SealRow[] = []
  const add = (ends_at: Date, rowCount: number, digest: Buffer) => {
    const { number, ends_at: starts_at, signature: previous } = seals.at(-1) ?? last
    const version = newestVersion(log)
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
    seals.push({ ...seal, signature: signatureOfSeal(district, seal) })
  }
  for (const { startsAt, rowCount, digest } of await summariesOf(db, log, last.ends_at, cut))
    add(new Date(startsAt.getTime() + windowMs), rowCount, digest)
  const isMoreLeft = firstBeyond !== undefined
  const silence = until.getTime() - (seals.at(-1) ?? last).ends_at.getTime()
  if (!isMoreLeft && silence >= silenceMs) add(until, 0, digestOfNothing)
  if (seals.length > 0) await insertSeals(db, seals)
  return { count: seals.length, isMoreLeft }
}

/** A window is not divided, however many rows it has: the cut is before this one unless it is the first. */
async function afterFirstWindow(db: Db, log: SealedLog, from: Date, window: Date) {
  const end = new Date(window.getTime() + windowMs)
  const first = await windowOfRow(db, log, from, end, 0)
  return first!.getTime() === window.getTime() ? end : window
}
