import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { inDistrict } from '#packages/db'
import type { Actor, Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPeople, declareApprovals, type People } from './application.fixture.ts'
import { listAllApplications } from './application-list.ts'
import { applicationForm } from './example.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import { getApplicationHistory } from './service/applications/list-applications.ts'
import { saveApplication } from './service/applications/save-application.ts'
import { listSecrets, openSigningKeys, resetSecret, revokeSecret } from './service/applications/application-secret.ts'
import { checkSecrets } from './service/applications/secret-notifications.ts'

const database = useDatabase()
let people: People

beforeAll(async () => {
  people = await createPeople(database, createActor({ districtId: database.home }))
  declareApprovals(database, people.chief)
  // Who may edit applications, as roles would say.
  database.contribute('appointments', {
    listPermissions: async () => [],
    listHolders: async (_, permission) =>
      permission === 'app.edit' ? [{ membershipId: people.chief.userId, title: '区管理员' }] : [],
  })
})

const register = () => database.as(people.head, (ctx) => saveApplication(ctx, applicationForm()))
const reset = (key: string, graceHours: number, reason = '', by: Actor = people.head) =>
  database.as(by, (ctx) => resetSecret(ctx, { key, graceHours, reason }))
const list = (key: string) => database.as(people.head, (ctx) => listSecrets(ctx, key))
const states = async (key: string) => (await list(key)).map(({ state }) => state)
const usable = (key: string, at = new Date()) =>
  inDistrict(database.cells, database.home, async (db) =>
    (await openSigningKeys({ db, now: at }, database.home, key)).map(({ secret }) => secret),
  )
const messagesTo = ({ personId }: Actor) =>
  database.sql<{ title: string; body: string }>(
    `select b.title, b.body from tenant.message m join tenant.message_batch b on b.district_id = m.district_id
       and b.id = m.batch_id where m.person_id = $1 order by b.id desc`,
    [personId],
  )
const hoursFrom = (hours: number) => new Date(Date.now() + hours * 3600_000)

describe('the secret of an application', () => {
  it('is shown once; the database has its hash and a sealed key', async () => {
    const { key, oneTimeSecret } = await register()
    const [row] = await database.sql<{ hash: Buffer; signing_key: Buffer }>(
      'select secret_hash as hash, signing_key from tenant.app_secret where app_key = $1',
      [key],
    )
    expect(row!.hash).toEqual(createHash('sha256').update(oneTimeSecret).digest())
    expect(row!.signing_key.includes(oneTimeSecret)).toBe(false)
    expect(await usable(key)).toEqual([oneTimeSecret])
    expect(JSON.stringify(await list(key))).not.toContain(oneTimeSecret)
  })

  it('stays valid for the chosen hours after a change', async () => {
    const { key, oneTimeSecret: old } = await register()
    const { secret, graceUntil } = await reset(key, 3)
    expect(Math.round((Date.parse(graceUntil!) - Date.now()) / 60_000)).toBe(180)
    expect(await states(key)).toEqual(['active', 'grace'])
    expect((await usable(key)).toSorted()).toEqual([old, secret].toSorted())
    expect(await usable(key, hoursFrom(2.9))).toHaveLength(2)
    expect(await usable(key, hoursFrom(3.01))).toEqual([secret])
  })

  it('ends at once in a second change, so that exactly two are valid', async () => {
    const { key, oneTimeSecret: first } = await register()
    const second = await reset(key, 24)
    const third = await reset(key, 168)
    expect(await states(key)).toEqual(['active', 'grace', 'void'])
    expect((await usable(key)).toSorted()).toEqual([second.secret, third.secret].toSorted())
    expect(await usable(key)).not.toContain(first)
    // The database refuses a third one.
    const another = `insert into tenant.app_secret (district_id, id, app_key, secret_hash, state, created_at)
      select district_id, gen_random_uuid(), app_key, secret_hash, 'active', now() from tenant.app_secret where app_key = $1 limit 1`
    await expect(database.sql(another, [key])).rejects.toThrow('app_secret_usable')
  })

  it('is the only one left after parallel changes', async () => {
    const { key } = await register()
    await Promise.all(Array.from({ length: 5 }, () => reset(key, 24)))
    expect((await states(key)).filter((state) => state !== 'void').toSorted()).toEqual(['active', 'grace'])
  })

  it('that leaked ends at once, with a reason, and all owners are told', async () => {
    const { key, oneTimeSecret } = await register()
    await reset(key, 24)
    await expect(reset(key, 0)).rejects.toThrow('立即作废旧密钥须填写理由')
    const { secret, graceUntil } = await reset(key, 0, '开发人员离职', people.chief)
    expect(graceUntil).toBeNull()
    expect(await states(key)).toEqual(['active', 'void', 'void'])
    expect(await usable(key)).toEqual([secret])
    const [entry] = await database.as(people.head, (ctx) => getApplicationHistory(ctx, key))
    expect(entry).toMatchObject({
      by: '区长官',
      title: '更换密钥',
      details: '旧密钥和它的令牌立即作废；开发人员离职',
    })
    for (const owner of [people.head, people.chief]) {
      const [message] = await messagesTo(owner)
      expect(message!.title).toMatch(/^应用“.*”的密钥已更换$/)
      expect(message!.body).toBe('区长官操作，旧密钥和它的令牌立即作废。理由：开发人员离职')
    }
    const logged = await database.sql(
      "select way from tenant.identity_log where person_id = $1 and kind = 'secret-rotated' and way like '%立即作废'",
      [people.chief.personId],
    )
    expect(logged).toEqual([{ way: '旧密钥和它的令牌立即作废' }])
    const kept = await database.sql('select from tenant.app_secret where app_key = $1 and signing_key is not null', [
      key,
    ])
    expect(kept).toHaveLength(1)
    expect(await usable(key)).not.toContain(oneTimeSecret)
  })

  it('can be revoked by those who maintain the application, and only there', async () => {
    const { key } = await register()
    await reset(key, 24)
    const [active, grace] = await list(key)
    const revoke = (actor: Actor, id: string, at = key) =>
      database.as(actor, (ctx) => revokeSecret(ctx, { key: at, id, reason: '不再使用' }))
    await expect(revoke(people.otherHead, grace!.id)).rejects.toThrow('应用不存在')
    const { key: other } = await register()
    await expect(revoke(people.head, grace!.id, other)).rejects.toThrow('密钥不存在')
    await revoke(people.head, grace!.id)
    expect(await states(key)).toEqual(['active', 'void'])
    await expect(revoke(people.head, grace!.id)).rejects.toThrow('密钥不存在')
    await revoke(people.head, active!.id)
    expect(await usable(key)).toEqual([])
    await expect(database.as(people.otherHead, (ctx) => listSecrets(ctx, key))).rejects.toThrow('应用不存在')
  })

  it('ends when the application is closed', async () => {
    const { key } = await database.as(people.head, (ctx) =>
      saveApplication(ctx, applicationForm({ isSubmitted: false })),
    )
    await database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'close', auditReason: '' }))
    expect(await usable(key)).toEqual([])
  })
})

describe('every night', () => {
  const publish = async () => {
    const { key } = await register()
    await database.as(people.chief, (ctx) => decideApplication(ctx, { key, act: 'agree', auditReason: '' }))
    return key
  }
  const check = (days: number) => {
    const now = new Date(Date.now() + days * 24 * 3600_000)
    return database.as(people.chief, (ctx) => checkSecrets({ ...ctx, now } as Ctx))
  }
  const titlesOf = async (key: string) => {
    const app = await database.as(people.chief, async (ctx) =>
      (await listAllApplications(ctx)).find((one) => one.key === key),
    )
    return (await messagesTo(people.head)).map(({ title }) => title).filter((title) => title.includes(app!.name))
  }

  it('owners of unused and of old secrets are reminded once a month', async () => {
    const key = await publish()
    const ofKey = async () => (await titlesOf(key)).filter((title) => title.includes('密钥'))
    await check(179)
    expect(await ofKey()).toEqual([])
    await check(181)
    await check(182)
    expect(await ofKey()).toHaveLength(1)
    expect((await ofKey())[0]).toContain('已180天未使用')
    await check(366)
    expect((await ofKey())[0]).toContain('已使用超过365天，须更换')
    await database.sql('update tenant.app_secret set warned_at = null where app_key = $1', [key])
    await reset(key, 0, '更换')
    await check(1)
    expect((await ofKey()).filter((title) => title.includes('须更换'))).toHaveLength(1)
  })

  it('secrets whose grace period is over lose their key', async () => {
    const key = await publish()
    await reset(key, 1)
    await check(1)
    const rows = await database.sql<{ state: string; has: boolean }>(
      'select state, signing_key is not null as has from tenant.app_secret where app_key = $1 order by created_at desc',
      [key],
    )
    expect(rows).toEqual([
      { state: 'active', has: true },
      { state: 'void', has: false },
    ])
  })
})
