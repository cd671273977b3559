import { buildPageUrl } from '#packages/contract'
import { manifest } from '../../manifest.ts'

const importPage = manifest.pages!.find(({ path }) => path === 'Import')!

/** Where a batch is gone on with. */
export const getBatchUrl = (batchId: string) => `${buildPageUrl(manifest, importPage)}?batch=${batchId}`
