/** The API with the additional route of the proofs. */
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { createApi } from '../../entry/api/app.ts'
import { loadModules } from '../../entry/modules.ts'
import { readSettings } from '../../entry/settings.ts'
import { fixture } from './fixture.ts'

const settings = readSettings()
openKeyring(process.env)
const cells = new Cells(settings.cells)
const loaded = await loadModules()
const app = await createApi({ ...loaded, modules: [...loaded.modules, fixture] }, cells, {
  redisUrl: settings.redisUrl,
  log: { level: settings.logLevel },
})
await app.listen({ port: settings.apiPort, host: settings.host })
startOps(settings.apiOpsPort, settings.host, { ready: {} })
