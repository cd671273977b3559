import type { DistrictId } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { decideFaces, saveFace } from './face-change-queries.ts'
import { newFaceKey } from './face-store.ts'
import { judgeFace, type JudgedFace } from './service/face/judging.ts'
import { orderPut } from './service/face/ordering.ts'
import { layDown } from './service/face/uploading.ts'

export interface SeedFace {
  studentId: string
  /** A PNG or JPEG as somebody would upload it. */
  picture: Uint8Array
  /** Nobody has looked at it yet where nothing is said. */
  decision?: { passes: true } | { passes: false; reason: string }
}

interface Outside {
  cells: Cells
  district: DistrictId
  now: Date
  /** Who has uploaded and decided. */
  byPersonId: string
}

const atOnce = 4

/**
 * Pictures of pupils whose guardians have agreed, judged, sealed and laid down as uploads are; somebody has passed most
 * of them. The caller has looked for the consent.
 */
export async function seedFaces({ cells, district, now, byPersonId }: Outside, faces: readonly SeedFace[]) {
  const fields = await inDistrict(cells, district, (db) => fieldsOf(db, district), { readOnly: true })
  const laid: { face: SeedFace; objectKey: string; quality: JudgedFace['quality'] }[] = []
  for (let at = 0; at < faces.length; at += atOnce)
    laid.push(
      ...(await Promise.all(
        faces.slice(at, at + atOnce).map(async (face) => {
          const judged = await judgeFace(face.picture)
          const objectKey = newFaceKey(district)
          await layDown(objectKey, fields, judged)
          return { face, objectKey, quality: judged.quality }
        }),
      )),
    )
  await inDistrict(cells, district, async (db) => {
    for (const { face, objectKey, quality } of laid)
      await saveFace(db, { studentId: face.studentId, objectKey, quality, personId: byPersonId }, now)
    const reasons = Map.groupBy(
      faces.filter(({ decision }) => decision),
      ({ decision }) => (decision!.passes ? '' : decision!.reason),
    )
    for (const [reason, some] of reasons) {
      const items = some.map(({ studentId }) => ({ studentId, version: 1 }))
      const decided = await decideFaces(db, items, { passes: reason === '', reason, personId: byPersonId }, now)
      if (reason === '') await orderPut({ db, now }, decided)
    }
  })
}
