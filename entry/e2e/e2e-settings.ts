import { join } from 'node:path'
import { checkout, logFolder, ports } from '../../tools/stack/stack-paths.ts'

/** Below the ports of all stacks, so that journeys run beside a development server. */
const portOffset = 12_000
export const e2ePorts = {
  api: ports.api - portOffset,
  apiOps: ports.apiOps - portOffset,
  workerOps: ports.workerOps - portOffset,
  proxy: ports.web - portOffset,
  files: ports.files - portOffset,
  filesProxy: ports.s3 - portOffset,
} as const

export const baseUrl = `http://127.0.0.1:${e2ePorts.proxy}`
/** Another origin: files come from there. */
export const filesUrl = `http://127.0.0.1:${e2ePorts.filesProxy}`

/** Where everything that runs during the journeys writes its log; looked through at the end. */
export const logDir = join(logFolder, 'e2e')

/** What the set-up tells the journeys: the words of the invitations it made, by project. */
export const invitationFile = join(checkout, '.cache/e2e-invitations.json')

/** Where the journeys note which of the demo's codes they have used. */
export const usedCodesDir = join(checkout, '.cache/e2e-codes')

/** An application that one-time tickets may be handed to, and a system whose word about people counts. */
export const trustedOrigin = 'https://app.example.cn'
export const transferSystem = { id: 'oa', key: 'a key that only the journeys and the server know' }
