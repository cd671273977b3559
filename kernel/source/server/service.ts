import {
  changedByOthers,
  forbidden,
  found,
  invalid,
  newId,
  notFound,
  Refusal,
  Ret,
  scopeOf,
  type Ctx,
} from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { checkForeign, sampleForeign } from '#packages/foreign'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import type { PageQuery, Route } from '#packages/contract'
import { recordOperation } from '#kernel/audit/server'
import { sourceApi, type SourceForm, type SourceStatus } from '../contract.ts'
import * as queries from './queries.ts'
import { reach, type Target } from './reaching.ts'

const passwordField = 'data_source.password'

/** Data sources are the district's: whoever only runs a part of it, or visits a school, has none. */
function requireDistrict(ctx: Ctx, permission: string) {
  if (!scopeOf(ctx, permission).district) throw forbidden()
}

const stampOf = ({ actor, now }: Ctx) => ({ by: actor.personId, at: now })

export async function listSources(
  ctx: Ctx,
  { keyword, status, ...page }: PageQuery & { keyword: string; status: SourceStatus | '' },
) {
  requireDistrict(ctx, 'source.read')
  const { items, ...counts } = await queries.pageOfSources(ctx.db, { keyword, status }, page)
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

const places = ['host', 'port', 'database', 'userName', 'isEncrypted'] as const satisfies readonly (keyof Target)[]

/**
 * The kept password goes only where it was typed for: whoever could point it at another server would read it there.
 */
export async function saveSource(ctx: Ctx, { id, version, password, ...facts }: SourceForm) {
  requireDistrict(ctx, 'source.edit')
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const seal = (text: string, row: string) => fields.encrypt(passwordField, text, row)
  if (id === null) {
    if (!password) throw invalid([{ field: 'password', msg: '请输入密码' }])
    const made = newId()
    await queries.insertSource(ctx.db, made, { ...facts, password: seal(password, made) }, stampOf(ctx))
    return { id: made }
  }
  const kept = found(await queries.findSource(ctx.db, id), '数据源')
  const isElsewhere = places.some((place) => kept[place] !== facts[place]) || password !== ''
  if (isElsewhere && !password) throw invalid([{ field: 'password', msg: '更换地址或账号后请重新填写密码' }])
  const wanted = { ...facts, password: password ? seal(password, id) : kept.password }
  if (!(await queries.updateSource(ctx.db, id, version, wanted, isElsewhere, stampOf(ctx)))) throw changedByOthers()
  return { id }
}

async function openSource(ctx: OwnCtx, permission: string, id: string) {
  return inOwnDistrict(ctx, async (inner) => {
    requireDistrict(inner, permission)
    const { password, ...source } = found(await queries.findSource(inner.db, id), '数据源')
    if (source.status === 'stopped') throw new Refusal('该数据源已停用')
    const fields = await fieldsOf(inner.db, inner.actor.districtId)
    return { ...source, password: fields.decrypt(passwordField, password, id) }
  })
}

const record = (ctx: Ctx, { path, title }: Pick<Route, 'path' | 'title'>, id: string) =>
  recordOperation(ctx, { route: path, title, objectIds: [id] })

/** Connects once. What went wrong is an answer, not an error: the page shows it, and the list keeps it. */
export async function testSource(ctx: OwnCtx, id: string) {
  const { password, ...source } = await openSource(ctx, 'source.edit', id)
  const startedAt = performance.now()
  const outcome = await reach(source, password, (at) => checkForeign(at)).then(
    ({ version, isReadOnly }): queries.Outcome =>
      isReadOnly
        ? { isFine: true, isForGood: false, words: `连接正常，账号只读，${version}` }
        : { isFine: false, isForGood: true, words: '该账号具有写权限，请更换只读账号' },
    (error: unknown): queries.Outcome => {
      if (!(error instanceof Refusal) || error.ret !== Ret.refused) throw error
      return { isFine: false, isForGood: false, words: error.message }
    },
  )
  const status = await inOwnDistrict(ctx, async (inner) => {
    const kept = await queries.keepTest(inner.db, id, source.version, outcome, inner.now)
    await record(inner, sourceApi.test, id)
    return kept
  })
  return { status: found(status, '数据源'), words: outcome.words, tookMs: Math.round(performance.now() - startedAt) }
}

const rowsShown = 20

/** Only from what was tested and found read-only; that somebody looked is written down, what was asked is not. */
export async function previewSource(ctx: OwnCtx, id: string, sql: string) {
  const { password, ...source } = await openSource(ctx, 'source.query', id)
  if (source.status !== 'fine') throw new Refusal('请先测试连接，正常后再预览')
  await inOwnDistrict(ctx, (inner) => record(inner, sourceApi.preview, id))
  const startedAt = performance.now()
  const sample = await reach(source, password, (at) => sampleForeign(at, sql, rowsShown))
  return { ...sample, tookMs: Math.round(performance.now() - startedAt) }
}

async function requireAll(ctx: Ctx, ids: readonly string[]) {
  requireDistrict(ctx, 'source.edit')
  if ((await queries.idsAmong(ctx.db, ids)).length < new Set(ids).size) throw notFound('数据源')
}

export async function stopSources(ctx: Ctx, { ids, isStopped }: { ids: readonly string[]; isStopped: boolean }) {
  await requireAll(ctx, ids)
  return { changed: await queries.stopSources(ctx.db, ids, isStopped, stampOf(ctx)) }
}

export async function removeSources(ctx: Ctx, ids: readonly string[]) {
  await requireAll(ctx, ids)
  return { changed: await queries.deleteSources(ctx.db, ids) }
}
