import {
  findContribution,
  invalid,
  newId,
  orNotFound,
  Refusal,
  scopeOf,
  type App,
  type Ctx,
  type Scope,
} from '#packages/core'
import type { DetailOf } from '#packages/contract'
import {
  archivedRowsAtMost,
  archiveSearchBegun,
  archiveSearchesAtOnce,
  type ArchiveSearch,
  type LogArchive,
} from '../contract-archive.ts'
import type { OperationDetail } from '../contract-operations.ts'
import { signInResults, type signInRecord } from '../contract-sign-ins.ts'
import { getArchiveStore, hashFile, listLinesOfFile, readArchive } from './archive-logs.ts'
import {
  countRunningSearches,
  deleteArchiveSearch,
  findArchiveSearch,
  findOwnSearch,
  insertArchiveSearch,
  listArchivedMonths,
  listArchivesOfPeriod,
  listOwnSearches,
  saveFoundLines,
  type ArchiveRow,
  type SearchedLog,
  type StoredSearch,
} from './archive-queries.ts'
import { getDeviceName } from './device-name.ts'
import { getSearchPeriod } from './log-period.ts'
import { loadObjectTitles, searchObjectIds } from './logged-objects.ts'
import {
  listArchivedOperations,
  listArchivedSignIns,
  listChangesOfRequests,
  listPersonIdsByName,
  type ArchivedFilter,
  type ArchivedSignIn,
  type FullOperation,
} from './operation-queries.ts'
import { presentChanges, presentFullOperation } from './operations.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Starts the task of a search for the caller; background tasks are above this module. */
    archiveSearchStarter: (ctx: Ctx, search: { id: string; title: string }) => Promise<unknown>
  }
}

/** Files that one search reads: a month of ten million rows has two hundred. */
const filesAtMost = 200
const minutesAtMost = 15
/** Rows that are compared in one statement. */
const linesAtOnce = 10_000
/** A search that did not end by then has failed. */
const hourMs = 3600_000
const daysKept = 7

interface LogSearch {
  title: string
  permission: string
  page: string
  /** Whether a keyword is a name of an object too. */
  hasObjects: boolean
  list: (
    ctx: Ctx,
    scope: Scope,
    lines: readonly string[],
    filter: ArchivedFilter,
    limit: number,
  ) => Promise<{ id: string; at: Date }[]>
}

const searches: Record<SearchedLog, LogSearch> = {
  operation_log: {
    title: '操作日志',
    permission: 'operation-log.read',
    page: '/logMmanagement/operationLogs',
    hasObjects: true,
    list: ({ db }, ...rest) => listArchivedOperations(db, ...rest),
  },
  login_log: {
    title: '登录日志',
    permission: 'login-log.read',
    page: '/logMmanagement/loginLog',
    hasObjects: false,
    list: ({ db }, ...rest) => listArchivedSignIns(db, ...rest),
  },
}

/** What is archived of a log, and the caller's searches that are kept. */
export async function getLogArchive({ db, actor, now }: Ctx, log: SearchedLog): Promise<LogArchive> {
  const since = getKeptSince(now)
  const runningSince = new Date(now.getTime() - hourMs)
  return {
    months: await listArchivedMonths(db, log),
    searches: await listOwnSearches(db, actor.personId, log, { since, runningSince }),
  }
}

/** Searches before this moment are deleted. */
export const getKeptSince = (now: Date) => new Date(now.getTime() - daysKept * 24 * hourMs)

/** Starts a search of archived rows. It reads whole files, so a task does it, and few of a district run at once. */
export async function startArchiveSearch(ctx: Ctx, log: SearchedLog, { from, to, keyword }: ArchiveSearch) {
  const { title, permission } = searches[log]
  if (to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  const period = getSearchPeriod(ctx.now, { from, to })
  scopeOf(ctx, permission)
  const archives = await listArchivesOfPeriod(ctx.db, log, period, filesAtMost + 1)
  if (archives.length > filesAtMost) throw new Refusal('该时间段的归档日志较多，请缩短日期范围')
  if ((await countRunningSearches(ctx.db, new Date(ctx.now.getTime() - hourMs))) >= archiveSearchesAtOnce)
    throw new Refusal(`已有${archiveSearchesAtOnce}个归档检索正在进行，请稍后再试`)
  const id = newId()
  const { personId, orgId } = ctx.actor
  const days = { from_on: from, to_on: to }
  await insertArchiveSearch(ctx.db, {
    id,
    log,
    person_id: personId,
    org_id: orgId,
    ...days,
    keyword,
    asked_at: ctx.now,
  })
  const start = findContribution(ctx, 'archiveSearchStarter')
  if (!start) throw new Error('no module starts searches of the archive')
  await start(ctx, { id, title: `检索归档的${title}` })
  return { id, message: archiveSearchBegun }
}

/** The work of a search, as the task gives it. */
interface ArchiveSearchRun {
  app: App
  /** A short transaction of whoever asked, with the permissions of this moment. */
  within: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  progress: (done: number, total: number) => Promise<void>
}

/**
 * Reads the files of the period, newest first, until enough rows are found. Each file is read and compared with its
 * record outside of transactions; the rows are then filtered by the database with the conditions of the live list.
 */
export async function runArchiveSearch(run: ArchiveSearchRun, id: string): Promise<{ page: string; message: string }> {
  const search = await run.within(({ db }) => findArchiveSearch(db, id))
  if (!search) throw new Refusal('检索已取消')
  try {
    const found = await searchFiles(run, search)
    const isCut = found.length > archivedRowsAtMost
    const lines = found.slice(0, archivedRowsAtMost).map(({ line }) => line)
    await run.within(({ db }) => saveFoundLines(db, id, { lines, isCut, now: new Date() }))
    const count = isCut ? `${archivedRowsAtMost}条以上` : `${lines.length}条`
    return { page: `${searches[search.log].page}?archive=${id}`, message: `找到${count}` }
  } catch (error) {
    // The task says why; the search is no longer among those that run.
    if (error instanceof Refusal) await run.within(({ db }) => deleteArchiveSearch(db, id))
    throw error
  }
}

interface FoundLine {
  at: Date
  line: string
}

async function searchFiles(run: ArchiveSearchRun, { log, ...asked }: StoredSearch): Promise<FoundLine[]> {
  const { permission, list } = searches[log]
  const endsAt = Date.now() + minutesAtMost * 60_000
  const { archives, filter } = await run.within(async (ctx) => ({
    archives: await listArchivesOfPeriod(ctx.db, log, getSearchPeriod(ctx.now, asked), filesAtMost),
    filter: await readArchivedFilter(ctx, log, asked),
  }))
  const found: FoundLine[] = []
  for (const [at, archive] of archives.entries()) {
    await run.progress(at, archives.length)
    if (Date.now() > endsAt) throw new Refusal('检索超时，请缩短日期范围')
    if (found.length > archivedRowsAtMost && found.at(-1)!.at >= archive.last_at) break
    for (const lines of await listCandidates(run.app, archive, filter)) {
      const rows = await run.within((ctx) => list(ctx, scopeOf(ctx, permission), lines, filter, archivedRowsAtMost + 1))
      const times = new Map(rows.map((row) => [row.id, row.at]))
      for (const line of lines) {
        const time = times.get((JSON.parse(line) as { id: string }).id)
        if (time) found.push({ at: time, line })
      }
    }
    found.sort((a, b) => b.at.getTime() - a.at.getTime()).splice(archivedRowsAtMost + 1)
  }
  return found
}

/** The days and what the keyword means: a person or an object with this name, otherwise a part of a text. */
async function readArchivedFilter(
  ctx: Ctx,
  log: SearchedLog,
  { from, to, keyword }: ArchiveSearch,
): Promise<ArchivedFilter> {
  const { permission, hasObjects } = searches[log]
  const personIds = keyword ? await listPersonIdsByName(ctx.db, keyword) : []
  const objectIds = keyword && hasObjects ? await searchObjectIds(ctx, scopeOf(ctx, permission), keyword) : []
  return { ...getSearchPeriod(ctx.now, { from, to }), keyword, personIds, objectIds }
}

/** The rows of a file that may match, in batches. Only texts are compared here: the database decides. */
async function listCandidates(app: App, archive: ArchiveRow, filter: ArchivedFilter): Promise<string[][]> {
  const open = getArchiveStore(app)
  const file = open && (await readArchive(await open(), archive.object_key))
  if (!file || !hashFile(file).equals(archive.digest))
    throw new Refusal(`${archive.month}的归档文件缺失或被修改，请在“日志校验”中核对`)
  const parts = [...filter.personIds, ...filter.objectIds, JSON.stringify(filter.keyword).slice(1, -1)]
  const lines = (await listLinesOfFile(file)).filter((line) => parts.some((part) => line.includes(part)))
  return Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, at) =>
    lines.slice(at * linesAtOnce, (at + 1) * linesAtOnce),
  )
}

/** The rows of a search of the caller, under the scope of now: who lost a permission since then sees none of them. */
async function loadFound<Row>(
  ctx: Ctx,
  log: SearchedLog,
  id: string,
  list: (scope: Scope, lines: readonly string[], filter: ArchivedFilter) => Promise<Row[]>,
) {
  const stored = orNotFound(await findOwnSearch(ctx.db, ctx.actor.personId, log, id), '归档检索')
  const scope = scopeOf(ctx, searches[log].permission)
  const { from, to, keyword, isDone, isCut, lines } = stored
  const rows = await list(scope, lines, await readArchivedFilter(ctx, log, stored))
  return { search: { id, from, to, keyword, isDone }, isCut, rows, scope }
}

/** Archived operations with what they changed. */
export async function getFoundOperations(ctx: Ctx, id: string) {
  const { rows, scope, ...found } = await loadFound<FullOperation>(ctx, 'operation_log', id, (own, lines, filter) =>
    listArchivedOperations(ctx.db, own, lines, filter, archivedRowsAtMost),
  )
  const changes = await listChangesOfRequests(ctx.db, rows)
  const ids = [...rows.flatMap(({ objectIds }) => objectIds), ...changes.map(({ rowId }) => rowId)]
  const titles = await loadObjectTitles(ctx, scope, ids)
  const requestOf = new Map(changes.map((change) => [change.id, change.requestId]))
  const texts = await presentChanges(ctx, changes, titles)
  const items: OperationDetail[] = rows.map((row) =>
    presentFullOperation(
      row,
      titles,
      texts.filter((change) => requestOf.get(change.id) === row.requestId),
    ),
  )
  return { ...found, items }
}

const toReference = (id: string | null, name: string) => (id === null ? null : { id, name })

/** A sign-in as the live log has it. How its session ended is archived apart. */
const presentSignIn = (row: ArchivedSignIn): DetailOf<typeof signInRecord> => ({
  id: row.id,
  person: toReference(row.personId, row.personName),
  way: row.way as never,
  result: row.outcome in signInResults ? (row.outcome as keyof typeof signInResults) : 'refused',
  createdAt: row.at.toISOString(),
  address: row.address,
  device: getDeviceName(row.agent),
  org: toReference(row.orgId, row.orgName),
  endedAt: null,
  endCause: null,
  endedBy: null,
  endReason: null,
  sessionId: row.sessionId ?? '',
  agent: row.agent,
  requestId: row.requestId,
})

/** Archived sign-ins. */
export async function getFoundSignIns(ctx: Ctx, id: string) {
  const {
    rows,
    scope: _,
    ...found
  } = await loadFound<ArchivedSignIn>(ctx, 'login_log', id, (own, lines, filter) =>
    listArchivedSignIns(ctx.db, own, lines, filter, archivedRowsAtMost),
  )
  return { ...found, items: rows.map(presentSignIn) }
}
