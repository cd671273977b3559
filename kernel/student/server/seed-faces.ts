import type { App, DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { getStoredFaces, updateFaceDecisions, saveFace } from './face-write-queries.ts'
import { createFaceKey } from './face-store.ts'
import { checkFacePhoto, type CheckedFace, storeFacePhoto } from './service/face/upload-face.ts'
import { orderTerminalUpload } from './service/face/review-faces.ts'

export interface SeedFace {
  studentId: string
  /** A PNG or JPEG like an upload. */
  picture: Uint8Array
  /** Undefined: not reviewed yet. */
  decision?: { passes: true } | { passes: false; reason: string }
}

interface SeedFaceContext {
  app: App
  cells: Cells
  district: DistrictId
  now: Date
  /** The person who uploads and reviews. */
  byPersonId: string
}

const batchSize = 4

/**
 * Stores photos like uploads: checked and encrypted. The caller has checked the consents. Pupils who have a photo keep
 * it, so that an interrupted seed can be repeated.
 */
export async function seedFaces(
  { app, cells, district, now, byPersonId }: SeedFaceContext,
  wanted: readonly SeedFace[],
) {
  const { fields, faces } = await inDistrict(
    cells,
    district,
    async (db) => {
      const known = await getStoredFaces(
        db,
        wanted.map(({ studentId }) => studentId),
      )
      return {
        fields: await loadFieldCipher(db, district),
        faces: wanted.filter(({ studentId }) => !known.has(studentId)),
      }
    },
    { readOnly: true },
  )
  const stored: { face: SeedFace; objectKey: string; quality: CheckedFace['quality'] }[] = []
  for (let at = 0; at < faces.length; at += batchSize)
    stored.push(
      ...(await Promise.all(
        faces.slice(at, at + batchSize).map(async (face) => {
          const checked = await checkFacePhoto(face.picture)
          const objectKey = createFaceKey(district)
          await storeFacePhoto({ app }, objectKey, fields, checked)
          return { face, objectKey, quality: checked.quality }
        }),
      )),
    )
  await inDistrict(cells, district, async (db) => {
    for (const { face, objectKey, quality } of stored)
      await saveFace(db, { studentId: face.studentId, objectKey, quality, personId: byPersonId }, now)
    const reasons = Map.groupBy(
      faces.filter(({ decision }) => decision),
      ({ decision }) => (decision!.passes ? '' : decision!.reason),
    )
    for (const [reason, some] of reasons) {
      const items = some.map(({ studentId }) => ({ studentId, version: 1 }))
      const decided = await updateFaceDecisions(db, items, { passes: reason === '', reason, personId: byPersonId }, now)
      if (reason === '') await orderTerminalUpload({ db, now }, decided)
    }
  })
}
