import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { dayOf, findContribution, startOfDay, type App, type Ctx, type DistrictId } from '#packages/core'
import { createLastingSignature } from '#packages/crypto'
import { extendTimeouts, inDistrict, type Cells } from '#packages/db'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import type { ObjectStore } from '#packages/objects/index.ts'
import { defaultRetention, type LogRetention, type RetainedLog } from '../contract-archive.ts'
import { findLastArchive, replaceRowsByArchive, type ArchiveRow } from './archive-queries.ts'
import {
  listLines,
  listSealsWithRows,
  sealedLogs,
  summariseLines,
  windowMs,
  type SealedLog,
  type SealRow,
} from './seal-queries.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** How many months the logs of a district stay in the database. */
    logRetention: (ctx: Pick<Ctx, 'app' | 'db'>) => Promise<LogRetention>
    /** Where archived logs are. */
    logArchiveStore: () => Promise<ObjectStore>
  }
}

export type OpenStore = () => Promise<ObjectStore>

/** The archive of this installation; undefined in a program without an object store. */
export const getArchiveStore = (app: App): OpenStore | undefined => findContribution({ app }, 'logArchiveStore')

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A file is read as a whole by a search, so it is small: a busy month has several. */
const rowsPerFile = 50_000
/** More windows than a month has. */
const sealsAtOnce = 10_000

const retainedAs: Record<SealedLog, RetainedLog> = {
  operation_log: 'operation',
  entity_change: 'changes',
  login_log: 'login',
  login_end: 'login',
  identity_log: 'identity',
  api_call_log: 'api',
  security_event: 'security',
  download_log: 'access',
  reveal_log: 'access',
}

/** The month of rows that were sealed by then: the last window has them. */
const getMonth = ({ ends_at: end }: Pick<SealRow, 'ends_at'>) => dayOf(new Date(end.getTime() - 1)).slice(0, 7)

/** The first day of the month that began so many months before this one. */
export function getCutoff(now: Date, months: number): Date {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
  return startOfDay(first)
}

/** Seals that become one file: of one month and one version, up to a number of rows. */
function chooseSeals(seals: readonly SealRow[]): SealRow[] {
  const [first] = seals
  if (!first) return []
  const chosen: SealRow[] = []
  let rows = 0
  for (const seal of seals) {
    rows += seal.row_count
    const isSame = getMonth(seal) === getMonth(first) && seal.version === first.version
    if (!isSame || (chosen.length > 0 && rows > rowsPerFile)) break
    chosen.push(seal)
  }
  return chosen
}

export const hashFile = (file: Uint8Array) => createHash('sha256').update(file).digest()

/** The signature needs the installation's index key, which is not in the database. */
export const signArchive = (district: DistrictId, archive: Omit<ArchiveRow, 'signature'>): Buffer =>
  createLastingSignature(
    'log-archive',
    JSON.stringify([
      district,
      archive.log,
      archive.number,
      archive.month,
      archive.first_seal,
      archive.last_seal,
      archive.starts_at.toISOString(),
      archive.ends_at.toISOString(),
      archive.first_at.toISOString(),
      archive.last_at.toISOString(),
      archive.row_count,
      archive.object_key,
      archive.byte_count,
      archive.digest.toString('hex'),
      archive.made_at.toISOString(),
      archive.seal.toString('hex'),
      archive.previous.toString('hex'),
    ]),
  )

export async function readArchive(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stored = await objects.get(key)
  return stored && buffer(stored.body)
}

export const listLinesOfFile = async (file: Uint8Array) =>
  (await decompress(file)).toString('utf8').split('\n').filter(Boolean)

interface ArchiveRun {
  app: App
  cells: Cells
  district: DistrictId
  open: OpenStore
  now: Date
}

export interface ArchiveResult {
  files: number
  rows: number
  /** Logs whose rows are not what was sealed: they stay where they are. */
  refused: SealedLog[]
}

/**
 * Moves the rows of a district that are older than its retention into files. Each file is one step: write it, read it
 * back, compare it with the seals; then record it and delete its rows in one transaction. A run that was killed leaves
 * at most a file without a record, which the next run writes again under the same name.
 */
export async function archiveDistrict(run: ArchiveRun): Promise<ArchiveResult> {
  const { app, cells, district } = run
  const retention = await inDistrict(
    cells,
    district,
    async (db) => (await findContribution({ app }, 'logRetention')?.({ app, db })) ?? defaultRetention,
    { readOnly: true },
  )
  const result: ArchiveResult = { files: 0, rows: 0, refused: [] }
  for (const log of sealedLogs) {
    const until = getCutoff(run.now, retention[retainedAs[log]])
    for (;;) {
      const rows = await archiveNext(run, log, until)
      if (rows === undefined) result.refused.push(log)
      if (!rows) break
      result.files++
      result.rows += rows
    }
  }
  return result
}

/** Archives the oldest rows of a log; returns how many, undefined if they are not what was sealed. */
async function archiveNext(run: ArchiveRun, log: SealedLog, until: Date): Promise<number | undefined> {
  const { cells, district, now } = run
  const read = await inDistrict(
    cells,
    district,
    async (db) => {
      await extendTimeouts(db, 5)
      const last = await findLastArchive(db, log)
      const after = last?.last_seal ?? 0
      const seals = chooseSeals(await listSealsWithRows(db, log, { after, until, limit: sealsAtOnce }))
      if (seals.length === 0) return undefined
      const lines = await listLines(db, log, seals[0]!.starts_at, seals.at(-1)!.ends_at)
      return { last, seals, lines }
    },
    { readOnly: true },
  )
  if (!read) return 0
  const { last, seals, lines } = read
  const first = seals[0]!
  const end = seals.at(-1)!
  const month = getMonth(first)
  const key = `log-archive/${district}/${log}/${month}/${String(first.number).padStart(9, '0')}.ndjson.gz`
  const file = await compress(Buffer.from(`${lines.join('\n')}\n`, 'utf8'))
  const objects = await run.open()
  await objects.put(key, file, { contentType: 'application/gzip' })
  const stored = await readArchive(objects, key)
  const digest = hashFile(file)
  if (!stored || !hashFile(stored).equals(digest)) throw new Error('the archive file was not stored as it was written')
  const storedLines = await listLinesOfFile(stored)
  return inDistrict(cells, district, async (db) => {
    await extendTimeouts(db, 10)
    const summaries = await summariseLines(db, log, first.version, storedLines)
    if (!agreesWithSeals(seals, summaries)) return undefined
    const record = {
      log,
      number: (last?.number ?? 0) + 1,
      month,
      first_seal: first.number,
      last_seal: end.number,
      starts_at: first.starts_at,
      ends_at: end.ends_at,
      first_at: new Date(Math.min(...summaries.map(({ firstAt }) => firstAt.getTime()))),
      last_at: new Date(Math.max(...summaries.map(({ lastAt }) => lastAt.getTime()))),
      row_count: storedLines.length,
      object_key: key,
      byte_count: stored.length,
      digest,
      made_at: now,
      seal: end.signature,
      previous: last?.signature ?? Buffer.alloc(0),
    }
    await replaceRowsByArchive(db, { ...record, signature: signArchive(district, record) })
    return record.row_count
  })
}

type Summaries = Awaited<ReturnType<typeof summariseLines>>

/** Whether these are the rows that were sealed, all of them and no others. The rows of a seal are in its last window. */
function agreesWithSeals(seals: readonly SealRow[], summaries: Summaries): boolean {
  if (seals.length !== summaries.length) return false
  return seals.every(({ ends_at: end, row_count: rowCount, digest }, at) => {
    const found = summaries[at]!
    const isSameWindow = found.startsAt.getTime() === end.getTime() - windowMs
    return isSameWindow && Number(found.rowCount) === rowCount && found.digest.equals(digest)
  })
}
