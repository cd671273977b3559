import type { DistrictId } from '#packages/core'
import { extendTimeouts, inDistrict, type Cells, type Db } from '#packages/db'
import {
  getSealedColumns,
  hasRows,
  findLastSealBefore,
  sealedLogs,
  listSealsAfter,
  getCurrentSummaries,
  type SealedLog,
  type SealRow,
  type LogSummary,
} from './seal-queries.ts'
import type { OpenStore } from './archive-logs.ts'
import { findArchive, listArchivesOfSeals, type ArchiveRow } from './archive-queries.ts'
import { checkArchive, type ArchiveFinding } from './check-log-archives.ts'
import { chainStart, signSeal } from './seal-logs.ts'

const sealsAtOnce = 500
const rowsAtOnce = 50_000
const hour = 3600_000
const unsealedAfterMs = hour
/** Even a log without rows gets a seal a day. */
const silentAtMostMs = 26 * hour
const lateAfterMs = 2 * hour

type FindingKind =
  | 'row changed'
  | 'row removed'
  | 'row added'
  | 'seal removed'
  | 'seal changed'
  | 'gap'
  | 'not sealed'
  | 'sealed late'
  | ArchiveFinding['kind']

export interface Finding {
  kind: FindingKind
  log: SealedLog
  /** The period and the (last) seal of the finding. */
  from: Date
  until: Date
  seal: number
  detail: string
  /** How many rows were sealed and how many are there, where that is what differs. */
  rows?: { sealed: number; present: number }
  /**
   * A note, no proof of tampering: rows that were sealed hours after they were written may have been changed until
   * then. The sealing stood still, or the newest seals were removed and made again.
   */
  isNote: boolean
}

export interface LogReport {
  log: SealedLog
  seals: number
  rows: number
  /** The archive files that were checked: their rows are no longer in the database. */
  archives: number
  sealedUntil: Date
  findings: Finding[]
}

type Link = Pick<SealRow, 'number' | 'ends_at' | 'signature'>
interface LogCheck {
  cells: Cells
  district: DistrictId
  now: Date
  /** Checks only what came after this moment; without it everything. */
  since?: Date
  /** Checks only windows that began before this moment; without it up to the present. */
  until?: Date
  /** Where archived rows are. */
  open?: OpenStore | undefined
}

/** Checks the seal chain of each log of a district against the current rows and the archive files. */
export async function checkDistrictLogs(check: LogCheck): Promise<LogReport[]> {
  const reports: LogReport[] = []
  for (const log of sealedLogs) reports.push(await checkLog(check, log))
  return reports
}

async function checkLog(check: LogCheck, log: SealedLog): Promise<LogReport> {
  const { cells, district, since, until } = check
  const report: LogReport = { log, seals: 0, rows: 0, archives: 0, sealedUntil: chainStart.ends_at, findings: [] }
  let last: Link = chainStart
  let lastArchive = 0
  // Short transactions, because the sealing waits for all running transactions.
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, district, work, { readOnly: true })
  if (since) {
    const before = await inside((db) => findLastSealBefore(db, log, since))
    if (before) report.findings.push(...checkSignature(district, before).filter(({ isNote }) => !isNote))
    last = before ?? chainStart
  }
  for (;;) {
    const after = await inside((db) => listSealsAfter(db, log, last.number, sealsAtOnce))
    const seals = until ? after.filter(({ starts_at: startsAt }) => startsAt < until) : after
    if (seals.length === 0) break
    for (const seal of seals) {
      report.findings.push(...checkLink(last, seal))
      for (const one of checkSignature(district, seal)) addFinding(report.findings, one)
      last = seal
    }
    const archives = await inside((db) => listArchivesOfSeals(db, log, seals[0]!.number, seals.at(-1)!.number))
    for (const batch of splitIntoBatches(seals))
      report.findings.push(...(await inside((db) => checkRows(db, log, batch, archives))))
    for (const archive of archives) {
      if (archive.number <= lastArchive) continue // it covers seals of the last round too
      lastArchive = archive.number
      report.archives++
      const before = await inside((db) => findArchive(db, log, archive.number - 1))
      const seal = seals.find(({ number }) => number === archive.last_seal)
      const found = await checkArchive({ district, open: check.open, archive, before, seal })
      report.findings.push(...found.map(({ kind, detail }) => createFinding(kind, toSealRange(archive), detail)))
    }
    report.seals += seals.length
    report.rows += seals.reduce((sum, seal) => sum + seal.row_count, 0)
  }
  report.sealedUntil = last.ends_at
  const isPresent = until === undefined || until > check.now
  if (isPresent) report.findings.push(...(await inside((db) => checkCompleteness(db, log, last, check.now))))
  return report
}

const createFinding = (
  kind: FindingKind,
  { log, number, starts_at: from, ends_at: until }: Pick<SealRow, 'log' | 'number' | 'starts_at' | 'ends_at'>,
  detail: string,
): Finding => ({ kind, log, from, until, seal: number, detail, isNote: kind === 'sealed late' })

const toSealRange = ({ log, last_seal: number, starts_at, ends_at }: ArchiveRow) => ({
  log,
  number,
  starts_at,
  ends_at,
})

/** Joins consecutive notes: after a standstill very many seals are late. */
function addFinding(findings: Finding[], added: Finding) {
  const last = findings.at(-1)
  if (!added.isNote || !last?.isNote || last.seal !== added.seal - 1) findings.push(added)
  else findings[findings.length - 1] = { ...last, seal: added.seal, until: added.until, detail: added.detail }
}

/** Whether a seal follows the one before it. */
function checkLink(last: Link, seal: SealRow): Finding[] {
  const missing = seal.number - last.number - 1
  if (missing > 0) {
    const lost = { ...seal, starts_at: last.ends_at, ends_at: seal.starts_at }
    return [createFinding('seal removed', lost, `${missing} before seal ${seal.number} are missing`)]
  }
  if (seal.starts_at.getTime() !== last.ends_at.getTime())
    return [createFinding('gap', seal, `the seal before it ends at ${last.ends_at.toISOString()}`)]
  return seal.previous.equals(last.signature) ? [] : [createFinding('seal changed', seal, 'it follows another seal')]
}

/** Whether the signature of a seal is valid. */
function checkSignature(district: DistrictId, seal: SealRow): Finding[] {
  if (!getSealedColumns(seal.log, seal.version) || !seal.signature.equals(signSeal(district, seal)))
    return [createFinding('seal changed', seal, 'its signature is not ours')]
  const late = seal.made_at.getTime() - seal.ends_at.getTime()
  return late > lateAfterMs ? [createFinding('sealed late', seal, `until ${seal.made_at.toISOString()}`)] : []
}

/** Whether the rows are those that were sealed; of archived ones none may be left. */
async function checkRows(
  db: Db,
  log: SealedLog,
  seals: readonly SealRow[],
  archives: readonly ArchiveRow[],
): Promise<Finding[]> {
  await extendTimeouts(db, 5)
  const today = await getCurrentSummaries(db, log, seals[0]!.version, seals)
  const isArchived = ({ number }: SealRow) =>
    archives.some(({ first_seal: first, last_seal: end }) => number >= first && number <= end)
  return seals.flatMap((seal) => {
    const found = today.get(seal.number)!
    if (!isArchived(seal)) return compareRows(seal, found)
    if (found.rowCount === 0) return []
    const rows = { sealed: 0, present: found.rowCount }
    return [{ ...createFinding('row added', seal, `archived, and ${found.rowCount} are there`), rows }]
  })
}

function compareRows(seal: SealRow, { rowCount, digest }: LogSummary): Finding[] {
  const detail = `${seal.row_count} rows were sealed, ${rowCount} are there`
  const rows = { sealed: seal.row_count, present: rowCount }
  if (rowCount < seal.row_count) return [{ ...createFinding('row removed', seal, detail), rows }]
  if (rowCount > seal.row_count) return [{ ...createFinding('row added', seal, detail), rows }]
  return digest.equals(seal.digest) ? [] : [{ ...createFinding('row changed', seal, detail), rows }]
}

/** Whether the chain reaches to the present. */
async function checkCompleteness(db: Db, log: SealedLog, last: Link, now: Date): Promise<Finding[]> {
  const limit = new Date(now.getTime() - unsealedAfterMs)
  if (limit <= last.ends_at) return []
  const open = { log, number: last.number, starts_at: last.ends_at, ends_at: limit }
  if (await hasRows(db, log, last.ends_at, limit))
    return [createFinding('not sealed', open, 'there are rows that should have been sealed long ago')]
  if (now.getTime() - last.ends_at.getTime() > silentAtMostMs)
    return [createFinding('not sealed', open, 'nothing was sealed for more than a day')]
  return []
}

/** Batches of seals that are compared in one statement: one known version, limited by rows. */
function splitIntoBatches(seals: readonly SealRow[]): SealRow[][] {
  const made: SealRow[][] = []
  let rows = 0
  for (const seal of seals) {
    if (!getSealedColumns(seal.log, seal.version)) continue
    const batch = made.at(-1)
    rows += seal.row_count
    if (batch && batch[0]!.version === seal.version && rows <= rowsAtOnce) batch.push(seal)
    else {
      made.push([seal])
      rows = seal.row_count
    }
  }
  return made
}
