import { join } from 'node:path'
import { newId, type DistrictId } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the front door is named in full.
import { createLazyObjectStore, type ObjectStore } from '#packages/objects/index.ts'

let open: () => Promise<ObjectStore> = createLazyObjectStore({})

/** Faces lie in a bucket of their own, so that its key, its backup and its life can be others than those of files. */
export function configureFaces(env: Env) {
  const bucket = env['QIMING_S3_FACE_BUCKET'] || `${env['QIMING_S3_BUCKET'] || 'qiming'}-faces`
  const folder = env['QIMING_OBJECTS_DIR']
  open = createLazyObjectStore({
    ...env,
    QIMING_S3_BUCKET: bucket,
    ...(folder ? { QIMING_OBJECTS_DIR: join(folder, 'faces') } : {}),
  })
}

export const openFaceStore = (): Promise<ObjectStore> => open()

/** A new key for each photograph: what is replaced is deleted by its own name, whoever is slower. It names nobody. */
export const createFaceKey = (district: DistrictId) => `${getFaceFolder(district)}${newId()}`
export const getFaceFolder = (district: DistrictId) => `faces/${district}/`

/** A zip of photographs waits here in pieces, each of them sealed. */
export const getZipPieceKey = (district: DistrictId, zipId: string, piece: number) =>
  `${getZipFolder(district)}${zipId}/${piece}`
export const getZipFolder = (district: DistrictId) => `zips/${district}/`

/** What stands in the bucket is sealed for this purpose and no other: a sealed field moved here stays shut. */
export const encryptedContentType = { contentType: 'application/octet-stream' }
export const faceCipherField = 'student_face.photo'
export const zipCipherField = 'face_zip.piece'
