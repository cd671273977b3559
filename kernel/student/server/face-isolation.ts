import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { dayOf, newId } from '#packages/core'
import type { World } from '#packages/testing'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { saveFace } from './face-write-queries.ts'
import { createFaceKey } from './face-store.ts'
import { insertZip, markFaceZipStarted } from './face-zip-queries.ts'
import { createStudents } from './service/students/create-students.ts'
import { aPupilRow } from './example.ts'

// Faces are managed by the own school, and by class teachers for their class, but not by the district.
const ours = { owner: 1, teacher: -6, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }
const file = { name: 'a.jpg', content: 'x'.repeat(50) }

interface FaceWorld {
  facePupil: string
  facePupilWithPhoto: string
  faceZip: string
  faceZipToStart: string
  faceTask: string
}

export const faceCases = {
  faces: {
    ...ours,
    otherClassHead: 1,
    request: ({ home }: World) => ({ query: { orgId: home.school.id } }),
  },
  // The file is no picture: callers with access get a refusal.
  uploadFace: {
    ...ours,
    owner: 0,
    request: (_: World, { facePupil }: FaceWorld) => ({ form: { studentId: facePupil, file } }),
  },
  beginFaceZip: {
    ...ours,
    otherClassHead: 1,
    request: ({ home }: World) => ({ body: { orgId: home.school.id, bytes: 100 } }),
  },
  sendFaceZipPiece: {
    ...ours,
    owner: 0,
    request: (_: World, { faceZip }: FaceWorld) => ({ form: { id: faceZip, piece: '0', file } }),
  },
  startFaceZip: { ...ours, request: (_: World, { faceZipToStart }: FaceWorld) => ({ body: { id: faceZipToStart } }) },
  faceZipOutcome: { ...ours, request: (_: World, { faceTask }: FaceWorld) => ({ query: { taskId: faceTask } }) },
  reviewFaces: {
    ...ours,
    request: (_: World, { facePupil }: FaceWorld) => ({
      body: { items: [{ studentId: facePupil, version: 1 }], passes: true },
    }),
  },
  removeFace: {
    ...ours,
    request: (_: World, { facePupilWithPhoto }: FaceWorld) => ({ body: { studentId: facePupilWithPhoto } }),
  },
  // There is no photo: callers with access get the same error as the others.
  facePhoto: {
    ...ours,
    owner: -5,
    request: (_: World, { facePupil }: FaceWorld) => ({ query: { studentId: facePupil } }),
  },
}

export const prepareFaces = ({ database, home, owner }: World): Promise<FaceWorld> =>
  database.as(owner, async (ctx) => {
    const { db, now } = ctx
    const orgId = home.school.id
    const startYear = getSchoolYear(dayOf(now)) - 4
    const grade = await aGrade(ctx, home.school, { stage: 2, startYear, classes: 0 })
    const pupils = ['顾一禾', '顾二禾'].map((name) =>
      aPupilRow(classOf(grade, null), { name, sex: '', idKind: 'none', on: dayOf(now), guardians: [] }),
    )
    const [facePupil, facePupilWithPhoto] = (await createStudents(ctx, pupils, { type: 'enrol' })) as [string, string]
    const quality = { sum: '', width: 600, height: 800, sharpness: 100, brightness: 120 }
    const photo = { studentId: facePupilWithPhoto, objectKey: createFaceKey(home.districtId), quality }
    await saveFace(db, { ...photo, personId: owner.personId }, now)
    const [faceZip, faceZipToStart, started, faceTask] = [newId(), newId(), newId(), newId()]
    for (const id of [faceZip, faceZipToStart, started])
      await insertZip(db, { id, orgId, personId: owner.personId, bytes: 100 }, now)
    await markFaceZipStarted(db, started, faceTask)
    return { facePupil, facePupilWithPhoto, faceZip, faceZipToStart, faceTask }
  })
