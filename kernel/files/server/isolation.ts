import { type Actor } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { filesApi } from '../contract.ts'
import { initUpload } from './service/uploads.ts'
import { aFile } from './example.ts'

// Everybody may upload; the uploads of the school administrator exist for nobody else.
const staff = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const everybody = { ...staff, pupil: 1, guardian: 1 }
const onlyHers = Object.fromEntries(
  Object.keys(everybody).map((who) => [who, who === 'owner' ? 1 : -5]),
) as typeof everybody

interface Uploads {
  begunId: string
  removedId: string
  readyId: string
}

export default defineIsolation<typeof filesApi, Uploads>(
  filesApi,
  {
    limits: everybody,
    initUpload: { ...everybody, request: () => ({ body: { name: '课表.xlsx', size: 1000 } }) },
    uploadState: { ...onlyHers, request: (_, { begunId }) => ({ query: { id: begunId } }) },
    partLinks: { ...onlyHers, request: (_, { begunId }) => ({ body: { id: begunId, parts: [1] } }) },
    completeUpload: { ...onlyHers, request: (_, { begunId }) => ({ body: { id: begunId } }) },
    removeUpload: { ...onlyHers, request: (_, { removedId }) => ({ body: { id: removedId } }) },
    detail: { ...onlyHers, request: (_, { readyId }) => ({ query: { id: readyId } }) },
    items: { ...onlyHers, request: (_, { readyId }) => ({ body: { ids: [readyId] } }) },
    preview: { ...onlyHers, request: (_, { readyId }) => ({ body: { id: readyId } }) },
    zip: { ...onlyHers, request: (_, { readyId }) => ({ body: { name: '课表', ids: [readyId] } }) },
  },
  async ({ database, owner }) => ({
    begunId: await begin(database, owner, '教案.docx'),
    removedId: await begin(database, owner, '草稿.docx'),
    readyId: await aFile(database, owner),
  }),
)

const begin = async (database: World['database'], actor: Actor, name: string) =>
  (await initUpload(database.requestCtx(actor), { name, size: 1000, mark: '' })).id
