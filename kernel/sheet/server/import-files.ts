import { getContribution, type Ctx, type DistrictId } from '#packages/core'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import type { ObjectStore } from '#packages/objects/index.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    importStore: () => Promise<ObjectStore>
  }
}

export const getImportStore = (ctx: Pick<Ctx, 'app'>): Promise<ObjectStore> => getContribution(ctx, 'importStore')()

/** The key under which an encrypted file waits until it is read. */
export const getImportKey = (district: DistrictId, batchId: string) => `${getImportFolder(district)}${batchId}`
export const getImportFolder = (district: DistrictId) => `imports/${district}/`

export const deleteImportFile = async (ctx: Pick<Ctx, 'app'>, district: DistrictId, batchId: string) =>
  (await getImportStore(ctx)).delete(getImportKey(district, batchId))
