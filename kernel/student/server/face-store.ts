import { join } from 'node:path'
import { getContribution, newId, type Ctx, type DistrictId } from '#packages/core'
import type { Env } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore, type ObjectStore } from '#packages/objects/index.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    faceStore: () => Promise<ObjectStore>
  }
}

/** Faces have a bucket of their own, so that it can have its own key, backup and retention. */
export function createFaceStore(env: Env) {
  const bucket = env['QIMING_S3_FACE_BUCKET'] || `${env['QIMING_S3_BUCKET'] || 'qiming'}-faces`
  const folder = env['QIMING_OBJECTS_DIR']
  return createLazyObjectStore({
    ...env,
    QIMING_S3_BUCKET: bucket,
    ...(folder ? { QIMING_OBJECTS_DIR: join(folder, 'faces') } : {}),
  })
}

export const openFaceStore = (ctx: Pick<Ctx, 'app'>): Promise<ObjectStore> => getContribution(ctx, 'faceStore')()

/**
 * Each photo has a new key, so that deleting a replaced photo cannot hit its successor. The key contains no personal
 * data.
 */
export const createFaceKey = (district: DistrictId) => `${getFaceFolder(district)}${newId()}`
export const getFaceFolder = (district: DistrictId) => `faces/${district}/`

/** The encrypted pieces of a zip with photos, until the zip is processed. */
export const getZipPieceKey = (district: DistrictId, zipId: string, piece: number) =>
  `${getZipFolder(district)}${zipId}/${piece}`
export const getZipFolder = (district: DistrictId) => `zips/${district}/`

/** Each purpose has its own cipher field: an encrypted value copied from elsewhere cannot be decrypted. */
export const encryptedContentType = { contentType: 'application/octet-stream' }
export const faceCipherField = 'student_face.photo'
export const zipCipherField = 'face_zip.piece'
