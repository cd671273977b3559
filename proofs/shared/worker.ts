/** The worker with the additional job of the proofs. */
import { pino } from 'pino'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { startWorker } from '#packages/jobs'
import { loadModules } from '../../entry/modules.ts'
import { readSettings } from '../../entry/settings.ts'
import { followUp } from './fixture.ts'
import { proofMessageTemplate } from './message-template.ts'

const settings = readSettings()
openKeyring(process.env)
const { app, jobs, subscriptions } = await loadModules()
const messageTemplates = [...(app.contributions.messageTemplates ?? []), proofMessageTemplate]
startWorker({
  // Only declared templates can be sent by SMS.
  app: { ...app, contributions: { ...app.contributions, messageTemplates } },
  cells: new Cells(settings.cells),
  jobs: [...jobs, followUp],
  subscriptions,
  log: pino({ level: settings.logLevel }),
  pollSeconds: 2,
})
startOps(settings.workerOpsPort, settings.host, { ready: {} })
