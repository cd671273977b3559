import { newId, wholeDistrict } from '#packages/core'
import { defineIsolation } from '#packages/testing'
import { sourceApi } from '../contract.ts'
import { saveSource } from './data-sources.ts'

// District administrators only: school administrators lack the permission, and the other district gets "not found".
const onlyDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }

const form = {
  name: '食堂供应商',
  remark: '',
  kind: 'postgresql' as const,
  host: '203.0.113.9',
  port: 5432,
  database: 'meals',
  userName: 'reader',
  password: 'only-for-reading',
  isEncrypted: false,
}

interface Source {
  id: string
}

export default defineIsolation<typeof sourceApi, Source>(
  sourceApi,
  {
    // The other district reads its own list.
    page: { ...onlyDistrict, otherDistrictAdmin: 1 },
    save: { ...onlyDistrict, request: (_, { id }) => ({ body: { ...form, id, version: 1 } }) },
    test: { ...onlyDistrict, request: (_, { id }) => ({ body: { id } }) },
    stop: { ...onlyDistrict, request: (_, { id }) => ({ body: { ids: [id], isStopped: true } }) },
    remove: { ...onlyDistrict, request: (_, { id }) => ({ body: { ids: [id] } }) },
    preview: { ...onlyDistrict, request: (_, { id }) => ({ body: { id, sql: 'select 1' } }) },
  },
  ({ database, owner }) =>
    database.as({ ...owner, permissions: new Map([['source.edit', wholeDistrict]]) }, (ctx) => {
      // A unique name, because each school of the district prepares one.
      const name = `食堂${newId().slice(-6)}`
      return saveSource(ctx, { ...form, id: null, version: 0, name })
    }),
)
