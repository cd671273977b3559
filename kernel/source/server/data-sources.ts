import { invalid, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import type { CreateOf, Route, UpdateOf } from '#packages/contract'
import { crud, type Crud, type StoredRow } from '#packages/crud'
import { checkForeignDatabase, sampleForeignQuery } from '#packages/foreign'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { dataSource, sourceApi, type DataSource } from '../contract.ts'
import { resetTests, saveTestOutcome, type TestOutcome } from './data-source-queries.ts'
import { connectToSource, type SourceAddress } from './connect-source.ts'

export type DataSourceForm = CreateOf<typeof dataSource>
type Source = StoredRow & Pick<DataSource, 'status' | 'isDisabled'> & SourceAddress

const base: Crud<typeof dataSource> = crud(dataSource, 'data_source', {
  fields: { address: { load: (_, rows) => rows.map((row) => formatAddress(row as Source)) } },
})
const formatAddress = ({ host, port, database }: SourceAddress) => `${host}:${port}/${database}`

const addressFields = [
  'host',
  'port',
  'database',
  'userName',
  'isEncrypted',
] as const satisfies readonly (keyof SourceAddress)[]

/** A new host needs the password again: otherwise somebody could send the stored password to a server of their own. */
async function updateSource(ctx: Ctx, form: UpdateOf<typeof dataSource>) {
  const stored = orNotFound(await base.rows.find(ctx.db, base.getScope(ctx, 'source.edit'), form.id), '数据源')
  const isElsewhere = addressFields.some((field) => stored[field] !== form[field])
  if (isElsewhere && !form.password) throw invalid([{ field: 'password', msg: '更换地址或账号后请重新填写密码' }])
  const updated = await base.update(ctx, form)
  if (form.password) await resetTests(ctx.db, [form.id])
  return updated
}

/** A restarted source must be tested again; a stopped one keeps its last result. */
async function disableSources(ctx: Ctx, { ids, disabled }: { ids: string[]; disabled: boolean }) {
  if (!disabled) await resetTests(ctx.db, ids, { areDisabled: true })
  return base.disable(ctx, { ids, disabled })
}

export const dataSources = { ...base, update: updateSource, disable: disableSources }

const openSource = (ctx: RequestCtx, permission: string, id: string) =>
  inOwnDistrict(ctx, async (inner) => {
    const { rows, getScope } = dataSources
    const source = orNotFound(await rows.find(inner.db, getScope(inner, permission), id), '数据源') as Source
    if (source.isDisabled) throw new Refusal('该数据源已停用')
    return { source, password: await rows.decrypt(inner, source, 'password') }
  })

const record = (ctx: Ctx, { path, title }: Pick<Route, 'path' | 'title'>, id: string) =>
  recordOperation(ctx, { route: path, title, objectIds: [id] })

/** Connects once. A failure is a result, not an error: the dialog shows it and the list stores it. */
export async function testSource(ctx: RequestCtx, id: string) {
  const { source, password } = await openSource(ctx, 'source.edit', id)
  const startedAt = performance.now()
  const outcome = await connectToSource(ctx, source, password, (at) => checkForeignDatabase(at)).then(
    ({ version, isReadOnly }): TestOutcome =>
      isReadOnly
        ? { isFine: true, isForGood: false, message: `连接正常，账号只读，${version}` }
        : { isFine: false, isForGood: true, message: '该账号具有写权限，请更换只读账号' },
    (error: unknown): TestOutcome => {
      if (!(error instanceof Refusal) || error.ret !== Ret.refused) throw error
      return { isFine: false, isForGood: false, message: error.message }
    },
  )
  const status = await inOwnDistrict(ctx, async (inner) => {
    const saved = await saveTestOutcome(inner.db, id, source.version, outcome, inner.now)
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
  const { source, password } = await openSource(ctx, 'source.query', id)
  if (source.status !== 'fine') throw new Refusal('请先测试连接，可用后再预览')
  await inOwnDistrict(ctx, (inner) => record(inner, sourceApi.preview, id))
  const startedAt = performance.now()
  const sample = await connectToSource(ctx, source, password, (at) => sampleForeignQuery(at, sql, rowsShown))
  return { ...sample, tookMs: Math.round(performance.now() - startedAt) }
}
