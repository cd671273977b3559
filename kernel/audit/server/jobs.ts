import { createJobActor, dayOf, districtId, newId, type Ctx } from '#packages/core'
import { inCell, inDistrict } from '#packages/db'
import { defineCounter } from '#packages/http'
import { defineJob, publish } from '#packages/jobs'
import { logCheckFailed } from '../contract-retention.ts'
import { archiveDistrict, getArchiveStore } from './archive-logs.ts'
import { deleteSearchesBefore, dropEmptyPartitions } from './archive-queries.ts'
import { checkDistrictLogs } from './check-log-seals.ts'
import { listDistrictsInCell, sealedLogs } from './seal-queries.ts'
import { getKeptSince } from './search-archive.ts'
import { sealCell } from './seal-logs.ts'

const daysChecked = 3
const archivedLogs = [...sealedLogs, 'operation_object']

/** Seals the log rows since the last seal. */
export const sealLogs = defineJob({
  name: 'log.seal',
  title: '封存日志',
  cron: '*/5 * * * *',
  isLong: true,
  retries: 1,
  handleCell: async ({ cells, cell, now, log }) => {
    const { districts, seals, behind } = await sealCell(cells, cell, now)
    const facts = { cell, districts, seals, behind }
    if (behind > 0) log.warn(facts, 'sealing the logs: more is left than one run does')
    else log.info(facts, 'sealed the logs')
  },
})

const broken = defineCounter(
  'qiming_log_seals_broken_total',
  'Places where the logs are not what was sealed, found at night',
  ['cell', 'kind'],
)

/** Limits the findings per log: if a whole month is missing, the operators' disks must not fill up. */
const findingsLogged = 20

/** Checks every night whether the log rows of the last days still match their seals. */
export const checkLogs = defineJob({
  name: 'log.check',
  title: '核对日志封存',
  cron: '30 4 * * *',
  isLong: true,
  retries: 1,
  handleCell: async ({ app, cells, cell, now, log }) => {
    const since = new Date(now.getTime() - daysChecked * 24 * 3600_000)
    const districts = await inCell(cells, cell, (db) => listDistrictsInCell(db, cell))
    const sum = { seals: 0, rows: 0, findings: 0 }
    for (const { id } of districts) {
      const brokenDays = new Map<string, number>()
      for (const { seals, rows, findings } of await checkDistrictLogs({
        cells,
        district: districtId(id),
        now,
        since,
        open: getArchiveStore(app),
      })) {
        sum.seals += seals
        sum.rows += rows
        for (const [at, { isNote, ...finding }] of findings.entries()) {
          const facts = { cell, district: id, ...finding }
          if (at < findingsLogged && isNote) log.warn(facts, 'a log was sealed late')
          if (at < findingsLogged && !isNote) log.error(facts, 'A LOG IS NOT WHAT WAS SEALED')
          if (!isNote) broken.inc({ cell, kind: finding.kind })
          if (!isNote) sum.findings++
          const day = dayOf(finding.from.getTime() === 0 ? now : finding.from)
          if (!isNote) brokenDays.set(day, (brokenDays.get(day) ?? 0) + 1)
        }
      }
      await inDistrict(cells, districtId(id), async (db) => {
        const ctx: Ctx = { app, db, now, requestId: newId(), actor: createJobActor(districtId(id)) }
        for (const [date, count] of brokenDays) await publish(ctx, logCheckFailed, { date, count })
      })
    }
    log.info({ cell, districts: districts.length, ...sum }, 'checked the seals of the logs')
  },
})

const refusedArchives = defineCounter(
  'qiming_log_archives_refused_total',
  'Logs that were not archived because their rows are not what was sealed',
  ['cell'],
)

/** Moves old log rows into the object store every night, then drops the partitions that are empty. */
export const archiveLogs = defineJob({
  name: 'log.archive',
  title: '归档日志',
  cron: '10 1 * * *',
  isLong: true,
  retries: 1,
  handleCell: async ({ app, cells, cell, now, log }) => {
    const open = getArchiveStore(app)
    if (!open) return
    const districts = await inCell(cells, cell, (db) => listDistrictsInCell(db, cell))
    const sum = { files: 0, rows: 0, partitions: 0 }
    for (const { id } of districts) {
      const { files, rows, refused } = await archiveDistrict({ app, cells, district: districtId(id), open, now })
      sum.files += files
      sum.rows += rows
      for (const name of refused)
        log.error({ cell, district: id, log: name }, 'A LOG IS NOT WHAT WAS SEALED: not archived')
      refusedArchives.inc({ cell }, refused.length)
    }
    for (const name of archivedLogs) sum.partitions += await inCell(cells, cell, (db) => dropEmptyPartitions(db, name))
    log.info({ cell, districts: districts.length, ...sum }, 'archived the logs')
  },
})

/** The rows that searches of the archive found are kept for a week. */
export const sweepArchiveSearches = defineJob({
  name: 'log.sweep-searches',
  title: '清理归档检索结果',
  cron: '40 2 * * *',
  handle: (ctx) => deleteSearchesBefore(ctx.db, getKeptSince(ctx.now)),
})
