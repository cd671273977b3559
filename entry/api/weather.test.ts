import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { useDatabase, writeSession, type World } from '#packages/testing'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import type { Weather } from '#kernel/weather/contract.ts'
import { waitForRefreshes } from '#kernel/weather/server/weather-service.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Two servers with one Redis. */
let servers: FastifyInstance[]
let world: World & { people: PeopleBuilder }
const lines: string[] = []

beforeAll(async () => {
  simulator = await startSimulator('weather')
  const weather = { QIMING_WEATHER_ENDPOINT: simulator.url, QIMING_WEATHER_KEY: 'sim-weather-key' }
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  const start = async () =>
    createApi(await loadModules({ ...process.env, ...weather }), database.cells, { ...database.redis, log })
  servers = [await start(), await start()]
  world = await buildWorld(database)
  const { home, away } = world
  await setArea(home.bureauId, '330106')
  await setArea(home.otherSchool.id, '330108')
  await setArea(away.bureauId, '310115')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await simulator.stop()
})

const setArea = (orgId: string, code: string) =>
  database.sql('update tenant.organisation set area_code = $2 where id = $1', [orgId, code])

async function ask(server: FastifyInstance, token: string, query = '') {
  const url = `/api/weather/get${query}`
  const answer = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return answer.json<{ ret: number; data: Weather | null }>()
}
/** The answer after the refresh that a first request begins. */
async function askTwice(token: string, query = '') {
  const first = await ask(servers[0]!, token, query)
  await Promise.all(servers.map((server) => waitForRefreshes(server.portal)))
  return first.ret === 1 ? ask(servers[1]!, token, query) : first
}
const enter = (actor: Actor) => world.people.session(actor)

it('is that of the school, or else of the district that the school is in', async () => {
  const { home, people } = world
  const other = await enter(await people.hire(home.districtId, home.otherSchool.id, []))
  const { ret, data } = await askTwice(await enter(world.owner))
  expect(ret).toBe(1)
  // The names of the specification are on the wire.
  expect(data).toMatchObject({
    lives: [{ adcode: '330106', winddirection: expect.any(String), reporttime: expect.any(String) }],
    forecasts: [
      { adcode: '330106', casts: expect.arrayContaining([expect.objectContaining({ week: expect.any(String) })]) },
    ],
    asOf: expect.any(String),
    stale: false,
  })
  expect((await askTwice(other)).data).toMatchObject({ lives: [{ adcode: '330108' }] })
})

it('is shown to pupils and guardians too', async () => {
  const { districtId, school } = world.home
  for (const kind of ['pupil', 'guardian'] as const) {
    const token = await writeSession(database, { kind, districtId, orgId: school.id })
    expect(await askTwice(token)).toMatchObject({ ret: 1, data: { stale: false } })
  }
})

it('names areas of the own district only', async () => {
  const token = await enter(world.owner)
  expect(await askTwice(token, '?adcode=330108')).toMatchObject({ ret: 1, data: { lives: [{ adcode: '330108' }] } })
  expect((await ask(servers[0]!, token, '?adcode=310115')).ret).toBe(-5)
  expect((await ask(servers[0]!, token, '?adcode=110000')).ret).toBe(-5)
  expect((await ask(servers[0]!, token, '?adcode=西湖')).ret).toBe(-1)
})

it('is asked for once by a morning of boards at two servers', async () => {
  await simulator.ask('/calls', 'DELETE')
  await setArea(world.home.school.id, '330109')
  const token = await enter(world.owner)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(servers[at % 2]!, token)))
  expect(new Set(answers.map(({ ret }) => ret))).toEqual(new Set([1]))
  expect((await askTwice(token)).data).toMatchObject({ lives: [{ adcode: '330109' }] })
  expect(await simulator.ask('/calls')).toEqual({ '330109 base': 1, '330109 all': 1 })
})

it('is hidden for an area that the provider does not know, and administrators are told once', async () => {
  const { home, people } = world
  const chief = await people.hire(home.districtId, home.bureauId, ['district-admin'])
  await setArea(home.school.id, '990106')
  expect(await askTwice(await enter(world.owner))).toEqual(expect.objectContaining({ ret: 1, data: null }))
  const told = await database.sql(
    `select m.person_id as person, b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id
     where b.template = 'weather.unknown-area'`,
  )
  expect(told).toEqual([{ person: chief.personId, title: '行政区划“990106”没有天气' }])
})

it('leaves no key in the log', () => {
  expect(lines.join('')).toContain('990106')
  expect(lines.join('')).not.toContain('sim-weather-key')
})
