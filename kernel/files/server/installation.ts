import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore, type ObjectStore } from '#packages/objects/index.ts'

interface Installation {
  /** The origin of files differs from that of the portal, so that no file can act as the portal. */
  filesOrigin: string
  objects(): Promise<ObjectStore>
}

const from = (env: Env): Installation => ({
  filesOrigin: new URL(env['QIMING_FILES_URL'] || `http://127.0.0.1:${env['QIMING_FILES_PORT'] || 3003}`).origin,
  objects: createLazyObjectStore(env),
})

export let installation: Installation = from({})

export function configureFiles(env: Env) {
  installation = from(env)
}
