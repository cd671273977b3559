import { beforeAll, describe, expect, it } from 'vitest'
import { emptyId, newId, wholeDistrict, type Actor } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { createActor, useDatabase } from '#packages/testing'
import { recordIdentityChange, recordLogin, recordOperation, recordReveal } from './audit-log.ts'
import { operationExport } from './log-exports.ts'
import { getObjectHistory, getOperation, searchOperations, traceRequest } from './operations.ts'
import { insertSecurityEvents } from './security-event-queries.ts'

const database = useDatabase()
const { as } = database
const li = createActor()
const may = (...permissions: string[]) =>
  createActor({}, Object.fromEntries(permissions.map((permission) => [permission, wholeDistrict])))
const [requestId, refusalId] = [newId(), newId()]
let at: Date

/** One request that every log has a row of. */
beforeAll(() =>
  as(li, async (inside) => {
    const ctx = { ...inside, requestId }
    at = ctx.now
    const { accountId: account_id, personId: person_id, orgId: org_id, userId: user_id, sessionId: session_id } = li
    await recordOperation(ctx, { route: '/x', title: '样例操作' })
    await recordIdentityChange(ctx, 'password-changed')
    await recordReveal(ctx, { subjectKind: 'staff', subjectId: newId(), field: 'mobile', reason: '家访' })
    const way = { sign_in_method: 'password', outcome: 'entered', address: '', agent: '' }
    await recordLogin(ctx, { ...way, account_id, person_id, org_id })
    const event = { kind: 'forbidden' as const, route: '/x', title: '样例拒绝', address: '', count: 1 }
    const who = { account_id, person_id, user_id, org_id, session_id }
    await insertSecurityEvents(ctx.db, [{ ...event, ...who, id: refusalId, at, request_id: requestId }])
  }),
)

describe('refused attempts', () => {
  const search = (who: Actor) =>
    as(who, async (ctx) =>
      (await searchOperations(ctx, { result: 'refused', pageNumber: 1, pageSize: 20 })).items.map(({ title }) => title),
    )
  const filter = { result: 'refused' as const }

  it('need the permission for security events too: in the list, the details and the export', async () => {
    const [reader, auditor] = [
      may('operation-log.read', 'log.export'),
      may('operation-log.read', 'log.export', 'security-event.read'),
    ]
    await expect(search(reader)).rejects.toMatchObject({ ret: -6 })
    await expect(as(reader, (ctx) => getOperation(ctx, refusalId))).rejects.toMatchObject({ ret: -5 })
    await expect(as(reader, (ctx) => operationExport.count(ctx, filter))).rejects.toMatchObject({ ret: -6 })
    expect(await search(auditor)).toEqual(['样例拒绝'])
    expect(await as(auditor, (ctx) => getOperation(ctx, refusalId))).toMatchObject({ result: 'refused' })
    expect(await as(auditor, (ctx) => operationExport.count(ctx, filter))).toBe(1)
  })
})

describe('the rows of one request', () => {
  const trace = (who: Actor) =>
    as(who, async (ctx) =>
      (await traceRequest(ctx, { id: requestId, at: at.toISOString() })).map(({ log }) => log).toSorted(),
    )

  it('are shown from those logs only that the reader may read', async () => {
    expect(await trace(may('operation-log.read'))).toEqual(['operation'])
    expect(await trace(may('operation-log.read', 'login-log.read'))).toEqual(['login', 'operation'])
    expect(await trace(may('operation-log.read', 'identity-log.read'))).toEqual(['identity', 'operation'])
    const events = await trace(may('operation-log.read', 'security-event.read'))
    expect(events).toEqual(['operation', 'refusal', 'reveal'])
  })
})

it('a change whose operation is in the archive says so; one of a job has none', async () => {
  const [id, kind] = [newId(), 'sample.object']
  database.contribute('loggedObjects', {
    kind,
    title: '样例',
    fields: { name: '名称' },
    list: async () => [{ id, title: '甲' }],
  })
  await database.sql(
    `insert into tenant.person (district_id, id, name, created_at, updated_at) values ($1, $2, '李敏', now(), now())`,
    [database.home, li.personId],
  )
  const now = new Date()
  const change = (actor: Actor, minutesAgo: number) =>
    as(actor, (ctx) =>
      recordFieldChanges({ ...ctx, now: new Date(now.getTime() - minutesAgo * 60_000) }, [
        { entity: kind, rowId: id, changes: [{ field: 'name', before: '', after: String(minutesAgo) }] },
      ]),
    )
  await change(li, 3)
  await change(createActor({ personId: emptyId }), 2)
  await change(li, 0)
  await database.sql(
    `insert into tenant.log_archive (district_id, log, number, month, first_seal, last_seal, starts_at, ends_at, first_at,
       last_at, row_count, object_key, byte_count, digest, made_at, seal, previous, signature)
     select $1, 'operation_log', 1, to_char(until, 'YYYY-MM'), 1, 1, since, until, since, until, 1, 'x', 1, d, until, d, d, d
     from (select sha256('x') as d, $2::timestamptz as until, $2::timestamptz - interval '1 hour' as since) as one`,
    [database.home, new Date(now.getTime() - 60_000)],
  )
  const { entries } = await as(may('operation-log.read'), (ctx) =>
    getObjectHistory(ctx, { type: kind, id, pageNumber: 1, pageSize: 20 }),
  )
  expect(entries.items.map(({ title, changes }) => [changes[0]?.after, title])).toEqual([
    ['0', '自动处理'],
    ['2', '自动处理'],
    ['3', '已归档'],
  ])
})
