import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openAccount } from '#kernel/identity/server/example.ts'
import { defineModule, idOf, routesOf } from '#packages/contract'
import { inDistrict } from '#packages/db'
import { defineServerModule, mount } from '#packages/http'
import { useDatabase } from '#packages/testing'
import { assignTemplates, createPlatformCtx } from '#kernel/access/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { loadModules } from '../modules.ts'
import { modelRuns, modelSeed, modelTimeoutMs, ModelTally } from '../testing/model-test-runs.ts'
import {
  wrongOrganisationMessage,
  assertSwitchPromise,
  startSwitchSequence,
  createSwitchCommands,
  type SwitchModelContext,
} from '../testing/switch-organisation-model.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const manifest = defineModule({ key: 'fixture', title: '样例', permissions: {} })
/** A write whose only effect is its row in the operation log. */
const write = routesOf(manifest)({
  method: 'POST',
  path: '/api/fixture/write',
  title: '写入',
  access: 'staff',
  body: z.object({ id: idOf('session') }),
  data: z.null(),
})
const fixture = defineServerModule({ manifest, routes: (server) => mount(server, write, async () => null) })

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let scene: SwitchModelContext

beforeAll(async () => {
  const loadedModules = await loadModules()
  const modules = [...loadedModules.modules, fixture]
  app = await createApi({ ...loadedModules, modules }, database.cells, { ...database.redis, log: false })
  const { people, home, away } = await buildWorld(database)
  const actor = await people.hire(home.districtId, home.bureauId, ['district-office'])
  await inDistrict(database.cells, home.districtId, async (db) => {
    const ctx = createPlatformCtx(database.app, home.districtId, db, new Date())
    const { personId } = actor
    const post = { personId, orgId: home.otherSchool.id, userType: 'teacher' as const }
    await assignTemplates(ctx, await addMembership(ctx, post), ['teacher'])
  })
  const userName = 'three.tabs'
  const accountId = await openAccount(database, actor, userName)
  const orgs = {
    home: home.bureauId,
    second: home.otherSchool.id,
    visited: home.school.id,
    foreign: away.school.id,
  }
  scene = {
    app,
    database,
    userName,
    orgs,
    writePath: write.path,
    isForgetful: false,
    tally: new ModelTally(),
    used: { last: 'home' },
    firstToken: () => people.session({ ...actor, accountId }),
  }
  // Only the commands move the clock, so that the two seconds of the session cache are exact.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const property = (of: SwitchModelContext) =>
  fc.asyncProperty(
    fc.noBias(fc.commands(createSwitchCommands(of), { maxCommands: 24, size: 'max' })),
    async (commands) => {
      const { model, real } = await startSwitchSequence(of)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await assertSwitchPromise(of, real)
    },
  )

it(
  'writes only in the organisation that the tab shows, in three tabs that switch, visit, reload, sign out and in',
  async () => {
    await expect(fc.assert(property(scene), { numRuns: modelRuns, seed: modelSeed })).resolves.toBeUndefined()
    scene.tally.print('switching model')
  },
  modelTimeoutMs,
)

it('control: pages that do not send the organisation they show are noticed', async () => {
  const found = await fc.check(property({ ...scene, isForgetful: true, tally: new ModelTally() }), {
    numRuns: 300,
    seed: modelSeed,
  })
  expect(found.failed).toBe(true)
  expect(String(found.errorInstance)).toContain(wrongOrganisationMessage)
  console.log(
    `switching model: the forgetful page was found after ${found.numRuns} sequences: ${fc.stringify(found.counterexample)}`,
  )
}, 300_000)
