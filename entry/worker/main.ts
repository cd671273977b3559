import { pino } from 'pino'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { startWorker, stopSenders } from '#packages/jobs'
import { loadHouse } from '../modules.ts'
import { readSettings } from '../settings.ts'

const settings = readSettings()
openKeyring(process.env)
const log = pino({ level: settings.logLevel, base: null })
const cells = new Cells(settings.cells)
const { jobs, subscriptions } = await loadHouse()
const worker = startWorker({ cells, jobs, subscriptions, log })
const ops = startOps(settings.workerOpsPort, settings.host, {
  ready: Object.fromEntries(cells.ids.map((cell) => [`cell-${cell}`, () => cells.pool(cell).query('select 1')])),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

async function stop(signal: string) {
  log.info({ signal }, 'stopping')
  ops.draining = true
  await worker.stop()
  await stopSenders(cells)
  await cells.end()
  ops.close()
}
