import { labelOf } from '#packages/contract'
import { Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import {
  archiveApi,
  archivedRowsAtMost,
  type ArchivedLogRow,
  type ArchivedLogRows,
  type ArchiveSearch,
} from '../contract-archive.ts'
import { signInResults, signInWays } from '../contract-sign-ins.ts'
import { getArchiveStore, hashFile, listLinesOfFile, readArchive } from './archive-logs.ts'
import { listArchivedMonths, listArchivesOfPeriod, type ArchiveRow } from './archive-queries.ts'
import { recordOperation } from './audit-log.ts'
import { getDeviceName } from './device-name.ts'
import { getSearchPeriod } from './log-period.ts'
import { loadObjectTitles, searchObjectIds } from './logged-objects.ts'
import {
  listArchivedOperations,
  listArchivedSignIns,
  listChangesOfRequests,
  listPersonIdsByName,
  type ArchivedFilter,
} from './operation-queries.ts'
import { presentChanges } from './operations.ts'

/** Files that one search reads: about two million rows. */
const filesAtMost = 40
/** Rows that are compared in one statement. */
const linesAtOnce = 10_000

type SearchedLog = 'operation_log' | 'login_log'

export const listMonthsOfArchive = async ({ db }: Ctx, log: SearchedLog) => ({
  months: await listArchivedMonths(db, log),
})

interface LogSearch<Row> {
  log: SearchedLog
  permission: string
  route: { path: string; title: string }
  /** Whether a keyword is a name of an object too. */
  hasObjects: boolean
  list: (ctx: Ctx, scope: Scope, lines: readonly string[], filter: ArchivedFilter, limit: number) => Promise<Row[]>
  present: (ctx: Ctx, scope: Scope, rows: readonly Row[]) => Promise<ArchivedLogRow[]>
}

/**
 * Reads the files of these days, newest first, until enough rows are found. Each file is read and compared with its
 * record outside of transactions; the rows are then filtered by the database with the conditions of the live list.
 */
async function searchArchive<Row extends { at: Date }>(
  own: RequestCtx,
  { from, to, keyword }: ArchiveSearch,
  { log, permission, route, hasObjects, list, present }: LogSearch<Row>,
): Promise<ArchivedLogRows> {
  const period = getSearchPeriod(own.now, { from, to })
  const { archives, filter } = await inOwnDistrict(own, async (ctx) => {
    await recordOperation(ctx, { route: route.path, title: route.title })
    const personIds = keyword ? await listPersonIdsByName(ctx.db, keyword) : []
    const objectIds = keyword && hasObjects ? await searchObjectIds(ctx, scopeOf(ctx, permission), keyword) : []
    return {
      archives: await listArchivesOfPeriod(ctx.db, log, period, filesAtMost + 1),
      filter: { ...period, keyword, personIds, objectIds },
    }
  })
  if (archives.length > filesAtMost) throw new Refusal('该时间段的归档日志较多，请缩短日期范围')
  const rows: Row[] = []
  for (const archive of archives) {
    if (rows.length > archivedRowsAtMost && rows.at(-1)!.at >= archive.last_at) break
    for (const lines of await listCandidates(own, archive, filter))
      rows.push(
        ...(await inOwnDistrict(own, (ctx) =>
          list(ctx, scopeOf(ctx, permission), lines, filter, archivedRowsAtMost + 1),
        )),
      )
    rows.sort((a, b) => b.at.getTime() - a.at.getTime()).splice(archivedRowsAtMost + 1)
  }
  const shown = rows.slice(0, archivedRowsAtMost)
  const items = await inOwnDistrict(own, (ctx) => present(ctx, scopeOf(ctx, permission), shown))
  return { items, isCut: rows.length > archivedRowsAtMost }
}

/** The rows of a file that may match, in batches. Only texts are compared here: the database decides. */
async function listCandidates(own: RequestCtx, archive: ArchiveRow, filter: ArchivedFilter): Promise<string[][]> {
  const open = getArchiveStore(own.app)
  const file = open && (await readArchive(await open(), archive.object_key))
  if (!file || !hashFile(file).equals(archive.digest))
    throw new Refusal(`${archive.month}的归档文件缺失或被修改，请在“日志校验”中核对`)
  const parts = [...filter.personIds, ...filter.objectIds, JSON.stringify(filter.keyword).slice(1, -1)]
  const lines = (await listLinesOfFile(file)).filter((line) => parts.some((part) => line.includes(part)))
  return Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, at) =>
    lines.slice(at * linesAtOnce, (at + 1) * linesAtOnce),
  )
}

/** Archived operations in the reader's scope, with what they changed. */
export const searchArchivedOperations = (own: RequestCtx, search: ArchiveSearch) =>
  searchArchive(own, search, {
    log: 'operation_log',
    permission: 'operation-log.read',
    route: archiveApi.archiveSearch,
    hasObjects: true,
    list: ({ db }, scope, lines, filter, limit) => listArchivedOperations(db, scope, lines, filter, limit),
    present: async (ctx, scope, rows) => {
      const changes = await listChangesOfRequests(ctx.db, rows)
      const ids = [...rows.flatMap(({ objectIds }) => objectIds), ...changes.map(({ rowId }) => rowId)]
      const titles = await loadObjectTitles(ctx, scope, ids)
      const requestOf = new Map(changes.map(({ id, requestId }) => [id, requestId]))
      const texts = await presentChanges(ctx, changes, titles)
      return rows.map(({ id, at, title, personName, orgName, address, objectIds, requestId }) => ({
        id,
        at: at.toISOString(),
        title,
        personName,
        orgName,
        address,
        result: '',
        note: objectIds
          .flatMap((objectId) => titles.get(objectId) ?? [])
          .map(({ kindTitle, title: name }) => `${kindTitle} ${name}`)
          .join('、'),
        changes: texts.filter((change) => requestOf.get(change.id) === requestId),
      }))
    },
  })

const nameOf = (names: Readonly<Record<string, unknown>>, value: string) =>
  value in names ? labelOf(names as never, value as never) : ''

/** Archived sign-ins in the reader's scope. */
export const searchArchivedSignIns = (own: RequestCtx, search: ArchiveSearch) =>
  searchArchive(own, search, {
    log: 'login_log',
    permission: 'login-log.read',
    route: archiveApi.loginArchiveSearch,
    hasObjects: false,
    list: ({ db }, scope, lines, filter, limit) => listArchivedSignIns(db, scope, lines, filter, limit),
    present: (_, __, rows) =>
      Promise.resolve(
        rows.map(({ id, at, way, outcome, personName, orgName, address, agent }) => ({
          id,
          at: at.toISOString(),
          title: nameOf(signInWays, way) || '登录',
          personName,
          orgName,
          address,
          result: nameOf(signInResults, outcome) || '被拒绝',
          note: getDeviceName(agent),
          changes: [],
        })),
      ),
  })
