import { beforeAll, expect, it } from 'vitest'
import { newId, emptyScope, type Scope, wholeDistrict } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { listNewDeviceSignIns, recordLogin } from './api.ts'

const database = useDatabase()
const { as } = database
const day = 86_400_000
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * day)
const everywhere: Scope = wholeDistrict
const [known, firstTime, elsewhere] = [newId(), newId(), newId()]
const [here, there] = [newId(), newId()]

const enter = (accountId: string, orgId: string, agent: string, at: Date) =>
  as(createActor(), (ctx) =>
    recordLogin(
      { ...ctx, now: at },
      {
        account_id: accountId,
        person_id: newId(),
        user_id: newId(),
        org_id: orgId,
        session_id: newId(),
        sign_in_method: 'password',
        outcome: 'entered',
        address: '10.1.2.3',
        agent,
      },
    ),
  )

beforeAll(async () => {
  await as(createActor(), ({ db }) => ensureMonthPartitions(db, 'login_log', ago(100), 4))
  await enter(known, here, 'office', ago(30))
  await enter(known, here, 'office', ago(2))
  await enter(known, here, 'phone', ago(1))
  await enter(firstTime, here, 'office', ago(1))
  await enter(elsewhere, there, 'office', ago(20))
  await enter(elsewhere, there, 'tablet', ago(3))
})

const found = async (scope = everywhere) =>
  (await as(createActor(), (ctx) => listNewDeviceSignIns(ctx, scope, ago(7)))).map(({ agent }) => agent)

it('finds browsers that an account had not used before, the newest first, but not at the very first sign-in', async () => {
  expect(await found()).toEqual(['phone', 'tablet'])
})

it('lists only organisations in scope', async () => {
  expect(await found({ ...emptyScope, orgIds: [there] })).toEqual(['tablet'])
  expect(await found(emptyScope)).toEqual([])
})
