import type { DistrictId } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore, type ObjectStore } from '#packages/objects/index.ts'

let openStore: () => Promise<ObjectStore> = createLazyObjectStore({})

export function configureImports(env: Env) {
  openStore = createLazyObjectStore(env)
}

export const getImportStore = (): Promise<ObjectStore> => openStore()

/** The key under which an encrypted file waits until it is read. */
export const getImportKey = (district: DistrictId, batchId: string) => `${getImportFolder(district)}${batchId}`
export const getImportFolder = (district: DistrictId) => `imports/${district}/`

export const deleteImportFile = async (district: DistrictId, batchId: string) =>
  (await getImportStore()).delete(getImportKey(district, batchId))
