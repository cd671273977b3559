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
/** The separate origin of files. */
export const filesUrl = `http://127.0.0.1:${e2ePorts.filesProxy}`

/** The log folder of all processes during the journeys; searched for secrets at the end. */
export const logDir = join(logFolder, 'e2e')

/** Written by the set-up for the journeys: the tokens of its invitations by project. */
export const invitationFile = join(checkout, '.cache/e2e-invitations.json')

/** Written by the set-up too: the tokens of the companies. */
export const companySessionsFile = join(checkout, '.cache/e2e-company-sessions.json')

/** Where the journeys record which TOTP codes of the demo they have used. */
export const usedCodesDir = join(checkout, '.cache/e2e-codes')

/** An application that may get one-time tickets, and a system whose sign-in tickets are accepted. */
export const trustedOrigin = 'https://app.example.cn'
export const transferSystem = { id: 'oa', key: 'a key that only the journeys and the server know' }
