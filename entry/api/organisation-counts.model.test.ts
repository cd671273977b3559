import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import {
  createSeededRandom,
  readDistrictState,
  modelRequests,
  pickNextRequest,
  findWrongCounts,
  type ModelRequest,
} from '../testing/organisation-counts-model.ts'
import { modelSeed } from '../testing/model-test-runs.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

/** Few in CI, a thousand by `pnpm proof organisation-counts --long`. */
const steps = Number(process.env['QIMING_COUNT_STEPS'] ?? 150)
/** The number of commands that run at the same time. */
const atOnce = 3

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let director: string

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, people } = world
  director = await people.session(await people.hire(home.districtId, home.bureauId, ['district-admin']))
})
afterAll(() => app.close())

async function send({ path, body }: Omit<ModelRequest, 'kind'>) {
  const headers = { authorization: `Bearer ${director}` }
  const response = await app.inject({ method: 'POST', url: `/api/${path}`, payload: body, headers })
  return response.json<{ ret: number; msg: string }>()
}
const lookAgain = () => readDistrictState(database, world.home.districtId)

it(
  'after random changes to organisations and people, several at once, every path and every count is right',
  { timeout: 60_0000 + steps * 1_000 },
  async () => {
    const chance = createSeededRandom(modelSeed)
    const done = new Map<string, { worked: number; refused: number }>()
    const began = performance.now()
    let slowest = 0
    let district = await lookAgain()
    expect(findWrongCounts(district)).toEqual([])
    for (let step = 0; step < steps; step += atOnce) {
      const requests = Array.from({ length: atOnce }, () => pickNextRequest(district, chance))
      const since = performance.now()
      const answers = await Promise.all(requests.map(send))
      slowest = Math.max(slowest, performance.now() - since)
      for (const [at, { ret, msg }] of answers.entries()) {
        const { kind } = requests[at]!
        expect([1, 0, -1, -5, -9], `seed ${modelSeed}: ${kind} ${ret} ${msg}`).toContain(ret)
        const sum = done.get(kind) ?? { worked: 0, refused: 0 }
        done.set(kind, { worked: sum.worked + Number(ret === 1), refused: sum.refused + Number(ret !== 1) })
      }
      district = await lookAgain()
      const kinds = requests.map(({ kind }, at) => `${kind} ${answers[at]!.ret}`).join(', ')
      expect(findWrongCounts(district), `seed ${modelSeed}, after step ${step}: ${kinds}`).toEqual([])
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const sums = [...done].map(([kind, { worked, refused }]) => `${kind} ${worked} (${refused} refused)`)
    console.log(
      `counts model: seed ${modelSeed}, ${steps} steps, ${atOnce} at once, ${seconds} s, slowest round ${slowest.toFixed(0)} ms; ` +
        `${district.nodes.length} nodes and ${district.memberships.length} places in the end, 0 wrong; ${sums.join(', ')}`,
    )
    // Every kind of command really ran: otherwise the test would prove nothing.
    const kinds = steps < 1_000 ? ['move', 'hire', 'delete'] : Object.keys(modelRequests)
    expect(kinds.filter((kind) => (done.get(kind)?.worked ?? 0) < 2)).toEqual([])
  },
)

it('a count that is wrong by one is noticed, and so is a wrong path', async () => {
  for (const change of [
    'user_count = user_count + 1',
    'own_user_count = own_user_count + 7',
    'child_count = child_count + 1',
    'descendant_count = descendant_count + 1',
  ]) {
    const { nodes, memberships } = await lookAgain()
    expect(findWrongCounts({ nodes, memberships })).toEqual([])
    await database.sql(`update tenant.organisation set ${change} where id = $1`, [world.home.bureauId])
    expect(findWrongCounts(await lookAgain())).toHaveLength(1)
    const was = nodes.find(({ id }) => id === world.home.bureauId)!
    await database.sql(
      'update tenant.organisation set user_count = $2, own_user_count = $3, child_count = $4, descendant_count = $5 where id = $1',
      [was.id, was.userCount, was.ownUserCount, was.childCount, was.descendantCount],
    )
  }
})
