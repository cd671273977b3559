import { pageUrl } from '#packages/contract'
import { manifest } from '../../manifest.ts'

const page = manifest.pages!.find(({ path }) => path === 'Import')!

/** Where a batch is gone on with. */
export const pageOf = (batchId: string) => `${pageUrl(manifest, page)}?batch=${batchId}`
