import fc from 'fast-check'
import { Redis } from 'ioredis'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Shelf } from '#packages/cache'
import { useDatabase } from '#packages/testing'
import { loadHouse } from '../modules.ts'
import { password, openAccount } from '../testing/accounts.ts'
import { modelRuns, modelSeed, modelTimeoutMs, Tally } from '../testing/models.ts'
import { newScene, qrCommands, type QrScene } from '../testing/qr-model.ts'
import { buildWorld } from '../testing/world.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
// Codes are counted by place, so the sequences are spread over several.
const places = Array.from({ length: 20 }, (_, at) => `10.0.${at}.1`)
let app: FastifyInstance
let redis: Redis
let scene: QrScene

beforeAll(async () => {
  app = await createApi(await loadHouse(), database.cells, { ...database.redis, log: false })
  redis = new Redis(database.redis.redisUrl)
  const { people, home } = await buildWorld(database)
  const signedIn = async (userName: string) => {
    await openAccount(app, database, await people.hire(home.districtId, home.school.id, ['teacher']), userName)
    const answers = []
    for (const remoteAddress of places) {
      const payload = { userName, userPwd: password }
      const answer = await app.inject({ method: 'POST', url: '/api/users/login', payload, remoteAddress })
      answers.push(answer.json<{ data: { token: string; userId: string } }>().data)
    }
    // As if a code had been told: otherwise the phone is asked for one each time.
    await database.sql(`update tenant.session set factors = '{password,sms}'`)
    return answers[0]!
  }
  const [a, b] = [await signedIn('phone.a'), await signedIn('phone.b')]
  scene = {
    app,
    places,
    tally: new Tally(),
    tokens: { A: a.token, B: b.token },
    userIds: { A: a.userId, B: b.userId },
    expire: (code) => redis.del(`${database.redis.shelfPrefix}:qr:${code}`),
  }
})
afterAll(async () => {
  await redis.quit()
  await app.close()
})

const property = () =>
  // Without bias: it prefers short sequences, in which nobody gets as far as a session.
  fc.asyncProperty(fc.noBias(fc.commands(qrCommands(scene), { maxCommands: 30, size: 'max' })), (commands) =>
    fc.asyncModelRun(() => newScene(scene), commands),
  )

it(
  'hands out one session a code: to the browser that asked, of the account that scanned and confirmed',
  async () => {
    await expect(fc.assert(property(), { numRuns: modelRuns, seed: modelSeed })).resolves.toBeUndefined()
    scene.tally.print('qr model')
  },
  modelTimeoutMs,
)

it('would have been noticed: a shelf that moves things whatever their state', async () => {
  const { shelf } = app.portal
  const careless: Shelf['move'] = async <T>(key: string, _from: string, change: object) => {
    const thing = await shelf.get<object>(key)
    if (!thing) return undefined
    const moved = { ...thing, ...change }
    await shelf.put(key, moved, 120)
    return moved as T
  }
  app.portal.shelf = { ...shelf, move: careless }
  try {
    const found = await fc.check(property(), { numRuns: 300, seed: modelSeed })
    expect(found.failed).toBe(true)
    console.log(
      `qr model: the careless shelf was found after ${found.numRuns} sequences: ${fc.stringify(found.counterexample)}`,
    )
  } finally {
    app.portal.shelf = shelf
  }
}, 300_000)
