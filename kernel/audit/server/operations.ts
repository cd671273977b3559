import { labelOf, type QueryOf } from '#packages/contract'
import { listContributions, notFound, orNotFound, scopeOf, type Ctx, type Scope } from '#packages/core'
import { describeChanges } from '#packages/crud'
import { identityKinds } from '../contract-identity.ts'
import type {
  LoggedObjectTitle,
  ObjectChange,
  Operation,
  operationApi,
  OperationResult,
  OperationDetail,
  TracedRow,
} from '../contract-operations.ts'
import { getPeriodOfId, getPeriodOfRequest, getSearchPeriod } from './log-period.ts'
import { findFieldTitle, findLoggedObject, loadObjectTitles, searchObjectIds } from './logged-objects.ts'
import {
  findLastArchivedOperation,
  findOperation,
  listChangesOfObject,
  listChangesOfRequest,
  listHistoryKeys,
  listOperationPage,
  listOperationsOfRequests,
  listPersonIdsByName,
  listRowsOfRequest,
  listTitles,
  type FullOperation,
  type OperationFilter,
  type OperationRecord,
  type StoredFieldChange,
  type TracedRecord,
  type TraceScopes,
} from './operation-queries.ts'

const permission = 'operation-log.read'
/** Refused attempts are security events, and so are the views of numbers and files, which have no page of their own. */
const eventPermission = 'security-event.read'
/** Names of objects in a list; the rest are in the details. */
const objectsShown = 3

/** The operations in the reader's scope, of a month at most. */
export async function searchOperations(
  ctx: Ctx,
  {
    from,
    to,
    keyword,
    result = 'done',
    personId,
    objectId,
    orgId,
    ...page
  }: QueryOf<typeof operationApi.operationPage>,
) {
  const scope = scopeOf(ctx, permission)
  const period = getSearchPeriod(ctx.now, { from, to })
  const word = keyword ? await readKeyword(ctx, scope, keyword, { ...period, result }) : {}
  const filter = { ...period, ...word, result, eventScope: getEventScope(ctx, result), personId, objectId, orgId }
  const found = await listOperationPage(ctx.db, scope, filter, page)
  const titles = await loadObjectTitles(
    ctx,
    scope,
    found.items.flatMap(({ objectIds }) => objectIds.slice(0, objectsShown)),
  )
  return { ...found, items: found.items.map((row) => presentOperation(row, titles, objectsShown)) }
}

/** Refused attempts need the permission for security events too. */
export const getEventScope = (ctx: Ctx, result: OperationResult): Scope | undefined =>
  result === 'refused' ? scopeOf(ctx, eventPermission) : undefined

/** A name of a person or an object, otherwise a part of the title. */
export async function readKeyword(
  ctx: Ctx,
  scope: Scope,
  keyword: string,
  searched: Pick<OperationFilter, 'from' | 'to' | 'result'>,
) {
  const personIds = await listPersonIdsByName(ctx.db, keyword)
  const objectIds = await searchObjectIds(ctx, scope, keyword)
  if (personIds.length + objectIds.length > 0) return { named: { personIds, objectIds } }
  return { titles: await listTitles(ctx.db, searched.result, searched, keyword) }
}

function presentOperation(
  { at, objectIds, id, title, result, personId, personName, orgId, orgName, address }: OperationRecord,
  titles: ReadonlyMap<string, LoggedObjectTitle>,
  shown = objectIds.length,
): Operation {
  const objects = objectIds.slice(0, shown).flatMap((objectId) => titles.get(objectId) ?? [])
  return { id, at: at.toISOString(), title, result, personId, personName, orgId, orgName, address, objects }
}

/** One operation with everything that it changed. */
export async function getOperation(ctx: Ctx, id: string): Promise<OperationDetail> {
  const scope = scopeOf(ctx, permission)
  const eventScope = ctx.actor.permissions.get(eventPermission)
  const row = orNotFound(await findOperation(ctx.db, scope, id, getPeriodOfId(id), eventScope), '日志')
  const stored = await listChangesOfRequest(ctx.db, row.requestId, row.at)
  const ids = [...row.objectIds, ...stored.map(({ rowId }) => rowId)]
  const titles = await loadObjectTitles(ctx, scope, ids)
  return presentFullOperation(row, titles, await presentChanges(ctx, stored, titles))
}

export const presentFullOperation = (
  row: FullOperation,
  titles: ReadonlyMap<string, LoggedObjectTitle>,
  changes: ObjectChange[],
): OperationDetail => ({
  ...presentOperation(row, titles),
  route: row.route,
  homeOrgName: row.homeOrgName,
  sessionId: row.sessionId ?? '',
  requestId: row.requestId,
  count: row.count,
  changes,
})

/** Every change and operation of one object that the reader's scope covers, whoever made it. */
export async function getObjectHistory(ctx: Ctx, { type, id, ...page }: QueryOf<typeof operationApi.objectHistory>) {
  const scope = scopeOf(ctx, permission)
  const object = orNotFound(await findLoggedObject(ctx, scope, type, id), '对象')
  // Other modules record changes of it under names of their own: the roles of a member of staff.
  const entities = listContributions(ctx, 'loggedObjects').map(({ kind }) => kind)
  const { items: keys, ...counts } = await listHistoryKeys(ctx.db, scope, entities, id, page)
  const stored = await listChangesOfObject(ctx.db, entities, id, keys)
  const operations = new Map(
    (await listOperationsOfRequests(ctx.db, keys)).map((operation) => [operation.requestId, operation]),
  )
  const archivedUntil = await findLastArchivedOperation(ctx.db)
  // The change of a person has an operation; a job's has neither.
  const isArchived = (at: Date, changes: readonly StoredFieldChange[]) =>
    archivedUntil !== null && at <= archivedUntil && changes.some(({ personName }) => personName !== '')
  const texts = new Map(
    (await presentChanges(ctx, stored, new Map([[id, object]]))).map((change) => [change.id, change]),
  )
  const items = keys.map((key) => {
    const operation = operations.get(key.id)
    const own = stored.filter((change) => (change.requestId ?? change.id) === key.id)
    return {
      id: key.id,
      at: key.at.toISOString(),
      title: operation?.title ?? (isArchived(key.at, own) ? '已归档' : '自动处理'),
      personName: operation?.personName ?? own[0]?.personName ?? '',
      orgName: operation?.orgName ?? '',
      changes: own.flatMap((change) => texts.get(change.id) ?? []),
    }
  })
  return { object, entries: { ...counts, items } }
}

/** The changes as texts, in their order. A field that no module declares is left out. */
export async function presentChanges(
  ctx: Ctx,
  stored: readonly StoredFieldChange[],
  titles: ReadonlyMap<string, LoggedObjectTitle>,
): Promise<ObjectChange[]> {
  const texts: ObjectChange[] = []
  for (const [entityName, changes] of Map.groupBy(stored, ({ entity }) => entity)) {
    const served = listContributions(ctx, 'entities').find(
      ({ crud: { entity } }) => `${entity.module}.${entity.key}` === entityName,
    )
    const described = served
      ? await describeChanges(ctx, served.crud.entity, changes)
      : describePlainChanges(ctx, entityName, changes)
    for (const { id, rowId, label, before, after, isSecret } of described)
      texts.push({ id, object: titles.get(rowId) ?? null, label, before, after, isSecret })
  }
  const order = new Map(stored.map(({ id }, at) => [id, at]))
  return texts.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
}

/** Changes that a module recorded by hand: texts, masked where they had to be. */
function describePlainChanges(ctx: Ctx, entity: string, changes: readonly StoredFieldChange[]) {
  return changes.flatMap((change) => {
    const label = findFieldTitle(ctx, entity, change.field)
    if (!label) return []
    const isSecret = change.before === null && change.after === null
    return [{ ...change, label, before: toText(change.before), after: toText(change.after), isSecret }]
  })
}

function toText(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The permission that each other log needs. */
const tracePermissions: Readonly<Record<keyof TraceScopes, string>> = {
  login: 'login-log.read',
  identity: 'identity-log.read',
  reveal: eventPermission,
  download: eventPermission,
  refusal: eventPermission,
}

/** The rows of a request in the logs that the reader may read. */
export async function traceRequest(ctx: Ctx, { id, at }: QueryOf<typeof operationApi.trace>): Promise<TracedRow[]> {
  const others: TraceScopes = {}
  for (const log of Object.keys(tracePermissions) as (keyof TraceScopes)[]) {
    const scope = ctx.actor.permissions.get(tracePermissions[log])
    if (scope) others[log] = scope
  }
  const period = getPeriodOfRequest(new Date(at))
  const rows = await listRowsOfRequest(ctx.db, scopeOf(ctx, permission), id, period, others)
  if (rows.length === 0) throw notFound('日志')
  return rows.map((row) => ({ ...row, title: getTraceTitle(row), at: row.at.toISOString() }))
}

function getTraceTitle({ log, title }: TracedRecord): string {
  if (log === 'identity')
    return title in identityKinds ? labelOf(identityKinds, title as keyof typeof identityKinds) : title
  if (log === 'download') return title === 'download' ? '下载文件' : '查看文件'
  if (log === 'reveal') return '查看完整信息'
  return log === 'login' ? '登录' : title
}
