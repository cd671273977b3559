/**
 * The API with one small additional read. The environment chooses how it authenticates the caller, and whether it logs
 * operations.
 */
import { z } from 'zod'
import { defineModule, routesOf } from '#packages/contract'
import type { Actor } from '#packages/core'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { defineServerModule, mount, startOps } from '#packages/http'
import { Callers } from '#kernel/session/server/api.ts'
import { createApi } from '../../entry/api/app.ts'
import { loadModules } from '../../entry/modules.ts'
import { readSettings } from '../../entry/settings.ts'

const manifest = defineModule({ key: 'bench', title: '测量', permissions: {} })
const read = routesOf(manifest)({
  method: 'GET',
  path: '/api/bench/read',
  title: '读取',
  access: 'staff',
  data: z.object({ name: z.string() }),
})
const fixture = defineServerModule({
  manifest,
  routes: (app) =>
    mount(app, read, (ctx) =>
      ctx.db.selectFrom('v_org').select('name').where('id', '=', ctx.actor.orgId).executeTakeFirstOrThrow(),
    ),
})

const settings = readSettings()
openKeyring(process.env)
const loaded = await loadModules()
const app = await createApi({ ...loaded, modules: [...loaded.modules, fixture] }, new Cells(settings.cells), {
  redisUrl: settings.redisUrl,
  log: { level: settings.logLevel },
})
const { identify } = app.portal
let found: Actor | undefined
if (process.env['BENCH_IDENTIFY'] === 'never')
  app.portal.identify = async (...who) => (found ??= await identify(...who))
if (process.env['BENCH_IDENTIFY'] === 'always')
  app.portal.identify = (...who) => new Callers(app.portal.app).identify(...who)
if (process.env['BENCH_LOG'] === 'never') app.portal.recordOperation = async () => {}
await app.listen({ port: settings.apiPort, host: settings.host })
startOps(settings.apiOpsPort, settings.host, { ready: {} })
