import {
  changedByOthers,
  forbidden,
  orNotFound,
  invalid,
  newId,
  notFound,
  Refusal,
  Ret,
  scopeOf,
  type Ctx,
} from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { checkForeignDatabase, sampleForeignQuery } from '#packages/foreign'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import type { PageQuery, Route } from '#packages/contract'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { sourceApi, type SourceForm, type SourceStatus } from '../contract.ts'
import * as queries from './data-source-queries.ts'
import { connectToSource, type SourceAddress } from './connect-source.ts'

const passwordField = 'data_source.password'

/** Data sources belong to the district; a scope of a part of the district, or of a visited school, is not enough. */
function requireDistrict(ctx: Ctx, permission: string) {
  if (!scopeOf(ctx, permission).district) throw forbidden()
}

const getStamp = ({ actor, now }: Ctx) => ({ by: actor.personId, at: now })

export async function listSources(
  ctx: Ctx,
  { keyword, status, ...page }: PageQuery & { keyword: string; status: SourceStatus | '' },
) {
  requireDistrict(ctx, 'source.read')
  const { items, ...counts } = await queries.readSourcePage(ctx.db, { keyword, status }, page)
  return {
    ...counts,
    items: items.map(({ testedAt, updatedAt, updatedBy, ...row }) => ({
      ...row,
      hasPassword: true,
      testedAt: testedAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      updatedBy: updatedBy ?? '',
    })),
  }
}

const addressFields = [
  'host',
  'port',
  'database',
  'userName',
  'isEncrypted',
] as const satisfies readonly (keyof SourceAddress)[]

/** A new host needs the password again: otherwise somebody could send the stored password to a server of their own. */
export async function saveSource(ctx: Ctx, { id, version, password, ...facts }: SourceForm) {
  requireDistrict(ctx, 'source.edit')
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const seal = (text: string, row: string) => fields.encrypt(passwordField, text, row)
  if (id === null) {
    if (!password) throw invalid([{ field: 'password', msg: '请输入密码' }])
    const made = newId()
    await queries.insertSource(ctx.db, made, { ...facts, password: seal(password, made) }, getStamp(ctx))
    return { id: made }
  }
  const stored = orNotFound(await queries.findSource(ctx.db, id), '数据源')
  const isElsewhere = addressFields.some((field) => stored[field] !== facts[field]) || password !== ''
  if (isElsewhere && !password) throw invalid([{ field: 'password', msg: '更换地址或账号后请重新填写密码' }])
  const wanted = { ...facts, password: password ? seal(password, id) : stored.password }
  if (!(await queries.updateSource(ctx.db, id, version, wanted, isElsewhere, getStamp(ctx)))) throw changedByOthers()
  return { id }
}

async function openSource(ctx: RequestCtx, permission: string, id: string) {
  return inOwnDistrict(ctx, async (inner) => {
    requireDistrict(inner, permission)
    const { password, ...source } = orNotFound(await queries.findSource(inner.db, id), '数据源')
    if (source.status === 'stopped') throw new Refusal('该数据源已停用')
    const fields = await loadFieldCipher(inner.db, inner.actor.districtId)
    return { ...source, password: fields.decrypt(passwordField, password, id) }
  })
}

const record = (ctx: Ctx, { path, title }: Pick<Route, 'path' | 'title'>, id: string) =>
  recordOperation(ctx, { route: path, title, objectIds: [id] })

/** Connects once. A failure is a result, not an error: the dialog shows it and the list stores it. */
export async function testSource(ctx: RequestCtx, id: string) {
  const { password, ...source } = await openSource(ctx, 'source.edit', id)
  const startedAt = performance.now()
  const outcome = await connectToSource(ctx, source, password, (at) => checkForeignDatabase(at)).then(
    ({ version, isReadOnly }): queries.TestOutcome =>
      isReadOnly
        ? { isFine: true, isForGood: false, message: `连接正常，账号只读，${version}` }
        : { isFine: false, isForGood: true, message: '该账号具有写权限，请更换只读账号' },
    (error: unknown): queries.TestOutcome => {
      if (!(error instanceof Refusal) || error.ret !== Ret.refused) throw error
      return { isFine: false, isForGood: false, message: error.message }
    },
  )
  const status = await inOwnDistrict(ctx, async (inner) => {
    const saved = await queries.saveTestOutcome(inner.db, id, source.version, outcome, inner.now)
    await record(inner, sourceApi.test, id)
    return saved
  })
  return {
    status: orNotFound(status, '数据源'),
    message: outcome.message,
    tookMs: Math.round(performance.now() - startedAt),
  }
}

const rowsShown = 20

/** Reads only sources that were tested and found read-only. The audit log has the preview, but not the query. */
export async function previewSource(ctx: RequestCtx, id: string, sql: string) {
  const { password, ...source } = await openSource(ctx, 'source.query', id)
  if (source.status !== 'fine') throw new Refusal('请先测试连接，正常后再预览')
  await inOwnDistrict(ctx, (inner) => record(inner, sourceApi.preview, id))
  const startedAt = performance.now()
  const sample = await connectToSource(ctx, source, password, (at) => sampleForeignQuery(at, sql, rowsShown))
  return { ...sample, tookMs: Math.round(performance.now() - startedAt) }
}

async function requireAll(ctx: Ctx, ids: readonly string[]) {
  requireDistrict(ctx, 'source.edit')
  if ((await queries.listExistingIds(ctx.db, ids)).length < new Set(ids).size) throw notFound('数据源')
}

export async function stopSources(ctx: Ctx, { ids, isStopped }: { ids: readonly string[]; isStopped: boolean }) {
  await requireAll(ctx, ids)
  return { changed: await queries.stopSources(ctx.db, ids, isStopped, getStamp(ctx)) }
}

export async function deleteSources(ctx: Ctx, ids: readonly string[]) {
  await requireAll(ctx, ids)
  return { changed: await queries.deleteSources(ctx.db, ids) }
}
