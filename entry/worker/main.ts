import { pino } from 'pino'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { startWorker, stopSenders } from '#packages/jobs'
import { checkIndexKey } from '#kernel/identity/server/api.ts'
import { publishDistrictList } from '#kernel/org/server/api.ts'
import { loadModules } from '../modules.ts'
import { readSecretFiles } from '../secret-files.ts'
import { readSettings } from '../settings.ts'

readSecretFiles(process.env)
const settings = readSettings()
openKeyring(process.env)
const log = pino({ level: settings.logLevel, base: null })
const cells = new Cells(settings.cells)
await checkIndexKey(cells)
const { app, jobs, subscriptions } = await loadModules()
const worker = startWorker({ app, cells, jobs, subscriptions, log })
// Publishes districts again and again, so that a cell that was down when a district was created gets it soon after.
const publishing = setInterval(
  () => void publishDistrictList(cells).catch(() => log.warn('could not publish the list of districts')),
  5 * 60_000,
)
const ops = startOps(settings.workerOpsPort, settings.opsHost, {
  ready: Object.fromEntries(cells.ids.map((cell) => [`cell-${cell}`, () => cells.pool(cell).query('select 1')])),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

async function stop(signal: string) {
  log.info({ signal }, 'stopping')
  ops.draining = true
  clearInterval(publishing)
  await worker.stop()
  await stopSenders(cells)
  await cells.end()
  ops.close()
}
