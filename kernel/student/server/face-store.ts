import { join } from 'node:path'
import { newId, type DistrictId } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the front door is named in full.
import { objectsOnDemand, type ObjectStore } from '#packages/objects/index.ts'

let open: () => Promise<ObjectStore> = objectsOnDemand({})

/** Faces lie in a bucket of their own, so that its key, its backup and its life can be others than those of files. */
export function configureFaces(env: Env) {
  const bucket = env['QIMING_S3_FACE_BUCKET'] || `${env['QIMING_S3_BUCKET'] || 'qiming'}-faces`
  const folder = env['QIMING_OBJECTS_DIR']
  open = objectsOnDemand({
    ...env,
    QIMING_S3_BUCKET: bucket,
    ...(folder ? { QIMING_OBJECTS_DIR: join(folder, 'faces') } : {}),
  })
}

export const faceObjects = (): Promise<ObjectStore> => open()

/** A new key for each photograph: what is replaced is deleted by its own name, whoever is slower. It names nobody. */
export const newFaceKey = (district: DistrictId) => `${faceFolder(district)}${newId()}`
export const faceFolder = (district: DistrictId) => `faces/${district}/`

/** A zip of photographs waits here in pieces, each of them sealed. */
export const pieceKey = (district: DistrictId, zipId: string, piece: number) =>
  `${zipFolder(district)}${zipId}/${piece}`
export const zipFolder = (district: DistrictId) => `zips/${district}/`

/** What stands in the bucket is sealed for this purpose and no other: a sealed field moved here stays shut. */
export const sealedType = { contentType: 'application/octet-stream' }
export const faceField = 'student_face.photo'
export const zipField = 'face_zip.piece'
