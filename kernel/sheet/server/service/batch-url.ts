import { buildPageUrl } from '#packages/contract'
import { manifest } from '../../manifest.ts'

const importPage = manifest.pages!.find(({ path }) => path === 'Import')!

/** The page on which a batch is continued. */
export const getBatchUrl = (batchId: string) => `${buildPageUrl(manifest, importPage)}?batch=${batchId}`
