import pg from 'pg'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import { Ret, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import type { Board } from '#applications/data-centre/contract.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { studentApi } from '#kernel/student/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let server: FastifyInstance
let world: World & { people: PeopleBuilder }

beforeAll(async () => {
  world = await buildWorld(database)
  server = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

/** The statements that are sent while some work runs; the begin and end of transactions are not counted. */
async function watch<T>(work: () => Promise<T>) {
  const statements: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }]
    const text = typeof first === 'string' ? first : (first.text ?? '')
    if (!/^(begin|commit|rollback)/.test(text)) statements.push(text)
    return original.apply(this, args as never) as never
  })
  try {
    return { done: await work(), statements }
  } finally {
    query.mockRestore()
  }
}
const original = pg.Client.prototype.query

async function openBoard(token: string, headers: Record<string, string> = {}) {
  const answer = await server.inject({
    url: '/api/dataCentre/board',
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return answer.json<{ ret: number; data: Board }>()
}
const enter = (actor: Actor) => world.people.session(actor)
const hireAtSchool = (...roles: RoleTemplate[]) =>
  world.people.hire(world.home.districtId, world.home.school.id, roles)
const hireAtBureau = (...roles: RoleTemplate[]) => world.people.hire(world.home.districtId, world.home.bureauId, roles)

it.each([
  ['a district administrator', () => hireAtBureau('district-admin')],
  ['the head of a bureau', () => hireAtBureau('head')],
  ['a clerk of a bureau', () => hireAtBureau('district-office')],
  ['an auditor', () => hireAtBureau('auditor')],
  ['the head of a school', () => hireAtSchool('head')],
  ['a school administrator', () => hireAtSchool('school-admin')],
  ['the academic office', () => hireAtSchool('academic')],
  ['a class teacher', () => hireAtSchool('class-teacher', 'teacher')],
  ['a teacher', () => hireAtSchool('teacher')],
])('answers %s with one request and few statements', async (who, hire) => {
  const token = await enter(await hire())
  const cold = await watch(() => openBoard(token))
  const { done, statements } = await watch(() => openBoard(token))
  console.log(`board of ${who}: ${cold.statements.length} cold, ${statements.length} warm, ${done.data.cards.length} cards, ${done.data.reads.length} reads`)
  if (process.env['SHOW']) for (const s of statements) console.log('   ', s.replace(/\s+/g, ' ').slice(0, 150))
  expect(done.ret).toBe(Ret.ok)
  expect(done.data.cards.filter(({ ok }) => !ok)).toEqual([])
  expect(done.data.reads.filter(({ ret }) => ret !== Ret.ok)).toEqual([])
  expect(statements.length).toBeLessThanOrEqual(8)
})
