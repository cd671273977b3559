import fc from 'fast-check'
import { Redis } from 'ioredis'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccount, password } from '#kernel/identity/server/example.ts'
import type { EphemeralStore } from '#packages/cache'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { modelRuns, modelSeed, modelTimeoutMs, ModelTally } from '../testing/model-test-runs.ts'
import { startQrSequence, createQrCommands, type QrModelContext } from '../testing/qr-sign-in-model.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
// Codes are counted by network, so the sequences are spread over several addresses.
const addresses = Array.from({ length: 20 }, (_, at) => `10.0.${at}.1`)
let app: FastifyInstance
let redis: Redis
let scene: QrModelContext

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  redis = new Redis(database.redis.redisUrl)
  const { people, home } = await buildWorld(database)
  const signedIn = async (userName: string) => {
    await openAccount(database, await people.hire(home.districtId, home.school.id, ['teacher']), userName)
    const answers = []
    for (const remoteAddress of addresses) {
      const payload = { userName, userPwd: password }
      const answer = await app.inject({ method: 'POST', url: '/api/users/login', payload, remoteAddress })
      answers.push(answer.json<{ data: { token: string; userId: string } }>().data)
    }
    // Marks the session as verified by SMS: otherwise the phone is asked for a code each time.
    await database.sql(`update tenant.session set factors = '{password,sms}'`)
    return answers[0]!
  }
  const [a, b] = [await signedIn('phone.a'), await signedIn('phone.b')]
  scene = {
    app,
    addresses,
    tally: new ModelTally(),
    tokens: { A: a.token, B: b.token },
    userIds: { A: a.userId, B: b.userId },
    expire: (code) => redis.del(`${database.redis.ephemeralStorePrefix}:qr:${code}`),
  }
})
afterAll(async () => {
  await redis.quit()
  await app.close()
})

const property = () =>
  // Without bias: fast-check prefers short sequences, in which nobody gets as far as a session.
  fc.asyncProperty(fc.noBias(fc.commands(createQrCommands(scene), { maxCommands: 30, size: 'max' })), (commands) =>
    fc.asyncModelRun(() => startQrSequence(scene), commands),
  )

it(
  'opens one session per code: for the browser that asked, of the account that scanned and confirmed',
  async () => {
    await expect(fc.assert(property(), { numRuns: modelRuns, seed: modelSeed })).resolves.toBeUndefined()
    scene.tally.print('qr model')
  },
  modelTimeoutMs,
)

it('control: a store that changes a code in any state is noticed', async () => {
  const { ephemeralStore } = app.portal
  const careless: EphemeralStore['move'] = async <T>(key: string, _from: string, change: object) => {
    const thing = await ephemeralStore.get<object>(key)
    if (!thing) return undefined
    const moved = { ...thing, ...change }
    await ephemeralStore.put(key, moved, 120)
    return moved as T
  }
  app.portal.ephemeralStore = { ...ephemeralStore, move: careless }
  try {
    const found = await fc.check(property(), { numRuns: 300, seed: modelSeed })
    expect(found.failed).toBe(true)
    console.log(
      `qr model: the careless shelf was found after ${found.numRuns} sequences: ${fc.stringify(found.counterexample)}`,
    )
  } finally {
    app.portal.ephemeralStore = ephemeralStore
  }
}, 300_000)
