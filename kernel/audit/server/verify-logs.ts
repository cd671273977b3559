import { forbidden, scopeOf, startOfDay, type Ctx } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import type { CheckedLog, LogSeals, SealFinding } from '../contract-retention.ts'
import { getArchiveStore } from './archive-logs.ts'
import { checkDistrictLogs, type Finding } from './check-log-seals.ts'
import { listSealSummaries, sealedLogs, type SealedLog } from './seal-queries.ts'

const dayMs = 86_400_000
const findingsShown = 50

/** The names of tables do not leave the server. */
const nameLog = (log: SealedLog) => log.replaceAll('_', '-') as CheckedLog['log']

const getDay = (date: string) => {
  const from = startOfDay(date)
  return { from, to: new Date(from.getTime() + dayMs) }
}

/** A seal covers the rows of the whole district. */
function requireDistrict(ctx: Pick<Ctx, 'actor'>) {
  if (!scopeOf(ctx as Ctx, 'log.verify').district) throw forbidden()
}

/** The seals of a day, for each log. */
export async function listSealsOfDay(ctx: Ctx, date: string): Promise<LogSeals[]> {
  requireDistrict(ctx)
  const { from, to } = getDay(date)
  const found = new Map((await listSealSummaries(ctx.db, from, to)).map((one) => [one.log, one]))
  return sealedLogs.map((log) => {
    const { seals = 0, rows = 0, sealedUntil, head } = found.get(log) ?? {}
    return {
      log: nameLog(log),
      seals,
      rows,
      sealedUntil: sealedUntil?.toISOString() ?? null,
      head: head?.toString('hex') ?? '',
    }
  })
}

export const createFailureTitle = (date: string) => `${date}日志校验失败`

/** Compares the logs of a day with their seals. In short transactions of its own, because sealing waits for open ones. */
export async function verifyDay(ctx: RequestCtx, date: string) {
  const actor = ctx.actor!
  requireDistrict({ actor })
  const { from, to } = getDay(date)
  const reports = await checkDistrictLogs({
    cells: ctx.cells,
    district: actor.districtId,
    now: ctx.now,
    since: from,
    until: to,
    open: getArchiveStore(ctx.app),
  })
  const logs = reports.map(({ log, seals, rows, archives, findings }): CheckedLog => ({
    log: nameLog(log),
    seals,
    rows,
    archives,
    isIntact: findings.every(({ isNote }) => isNote),
    findings: findings.slice(0, findingsShown).map(presentFinding),
  }))
  const isIntact = logs.every((log) => log.isIntact)
  return { date, isIntact, message: isIntact ? '' : createFailureTitle(date), logs }
}

const presentFinding = ({ kind, from, until, seal, rows, isNote }: Finding): SealFinding => ({
  kind,
  from: from.toISOString(),
  until: until.toISOString(),
  seal,
  sealedRows: rows?.sealed ?? null,
  presentRows: rows?.present ?? null,
  isNote,
})
