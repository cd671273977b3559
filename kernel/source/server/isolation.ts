import { newId, wholeDistrict } from '#packages/core'
import { buildExampleForm, defineIsolation } from '#packages/testing'
import { dataSource, sourceApi } from '../contract.ts'
import { dataSources } from './data-sources.ts'

// District administrators only: school administrators lack the permission, and the other district gets "not found".
const onlyDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }

export default defineIsolation<typeof sourceApi, { id: string }>(
  sourceApi,
  {
    test: { ...onlyDistrict, request: (_, { id }) => ({ body: { id } }) },
    preview: { ...onlyDistrict, request: (_, { id }) => ({ body: { id, sql: 'select 1' } }) },
  },
  ({ database, owner }) =>
    database.as({ ...owner, permissions: new Map([['source.edit', wholeDistrict]]) }, (ctx) =>
      // A unique name, because each school of the district prepares one.
      dataSources.create(ctx, buildExampleForm(dataSource, `食堂${newId().slice(-6)}`)),
    ),
)
