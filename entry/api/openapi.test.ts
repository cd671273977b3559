import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { generate } from 'orval'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase, type World } from '#packages/testing'
import { loadModules, root } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let folder: string
let address: string

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  world = await buildWorld(database)
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/client-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Client {
  orgs_getTree: (
    params: { parentId?: string },
    init: RequestInit,
  ) => Promise<{ ret: number; data: { fOrgID: string; fName: string; hasChild: boolean }[] }>
  orgs_getBaseTree: (
    init: RequestInit,
  ) => Promise<{ ret: number; data: { fId: string; childers: { fId: string }[] }[] }>
  orgs_getList: (
    params: { parentId?: string; pageSize?: number },
    init: RequestInit,
  ) => Promise<{ ret: number; data: { itemCount: number; items: { fOrgID: string }[] } }>
}

it('a client generated from openapi.json calls the API and reads the specified names', async () => {
  const target = join(folder, 'client.ts')
  await generate({
    input: { target: join(root, 'openapi.json') },
    output: {
      target,
      client: 'fetch',
      mode: 'single',
      baseUrl: address,
      override: {
        fetch: { includeHttpResponseReturnType: false },
        operationName: (operation) => operation.operationId!,
      },
    },
  })
  const client = (await import(target)) as Client
  const token = await world.people.session(
    await world.people.hire(world.home.districtId, world.home.bureauId, ['district-admin']),
  )
  const init = { headers: { authorization: `Bearer ${token}` } }

  const roots = await client.orgs_getTree({}, init)
  expect(roots).toMatchObject({ ret: 1, data: [{ fOrgID: world.home.bureauId, fName: '甲区教育局', hasChild: true }] })
  const list = await client.orgs_getList({ parentId: world.home.bureauId, pageSize: 2 }, init)
  expect(list.data).toMatchObject({ itemCount: 3, items: [{ fOrgID: world.home.school.id }, {}] })
  const tree = await client.orgs_getBaseTree(init)
  expect(tree.data[0]!.childers.map(({ fId }) => fId)).toContain(world.home.school.id)
}, 300_000)
