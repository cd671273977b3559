import { join } from 'node:path'
import { root } from '../modules.ts'
import { ports } from '../../tools/stack/place.ts'

/** Below the ports of all stacks, so that journeys run beside a development server. */
const below = 12_000
export const e2ePorts = {
  api: ports.api - below,
  apiOps: ports.apiOps - below,
  workerOps: ports.workerOps - below,
} as const

export const baseUrl = `http://127.0.0.1:${e2ePorts.api}`

/** What the set-up tells the journeys: the words of the invitations it made, by project. */
export const invitationFile = join(root, '.cache/e2e-invitations.json')
