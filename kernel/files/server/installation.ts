import { getContribution, type Ctx } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore, type ObjectStore } from '#packages/objects/index.ts'

interface FilesInstallation {
  /** The origin of files differs from that of the portal, so that no file can act as the portal. */
  filesOrigin: string
  /** The customer's licensed fonts, if any. */
  fontsFolder: string | undefined
  openStore(): Promise<ObjectStore>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    filesInstallation: FilesInstallation
  }
}

export const readFilesInstallation = (env: Env): FilesInstallation => ({
  filesOrigin: new URL(env['QIMING_FILES_URL'] || `http://127.0.0.1:${env['QIMING_FILES_PORT'] || 3003}`).origin,
  fontsFolder: env['QIMING_FONTS_DIR'] || undefined,
  openStore: createLazyObjectStore(env),
})

export const getFilesInstallation = (ctx: Pick<Ctx, 'app'>) => getContribution(ctx, 'filesInstallation')

export const openFileStore = (ctx: Pick<Ctx, 'app'>): Promise<ObjectStore> => getFilesInstallation(ctx).openStore()
