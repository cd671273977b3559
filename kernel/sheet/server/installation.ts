import type { DistrictId } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the front door is named in full.
import { objectsOnDemand, type ObjectStore } from '#packages/objects/index.ts'

let open: () => Promise<ObjectStore> = objectsOnDemand({})

export function configureImports(env: Env) {
  open = objectsOnDemand(env)
}

export const importObjects = (): Promise<ObjectStore> => open()

/** Where a file waits, sealed, until it is read. */
export const importKey = (district: DistrictId, batchId: string) => `${importFolder(district)}${batchId}`
export const importFolder = (district: DistrictId) => `imports/${district}/`

export const dropImport = async (district: DistrictId, batchId: string) =>
  (await importObjects()).delete(importKey(district, batchId))
