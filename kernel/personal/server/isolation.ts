import { type Actor } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { personalApi } from '../contract.ts'
import { saveView } from './service/views.ts'

// Every caller has own views and drafts; those of the school's administrator are not found by others.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const view = { list: 'orgs', name: '实验学校', query: 'keyword=实验', isShared: true, isDefault: false }
const draft = { key: 'org:new' }

interface Views {
  changedId: string
  deletedId: string
}

export default defineIsolation<typeof personalApi, Views>(
  personalApi,
  {
    views: { ...everybody, request: () => ({ query: { list: 'orgs' } }) },
    saveView: { ...onlyHers, request: (_, { changedId }) => ({ body: { id: changedId, ...view } }) },
    deleteView: { ...onlyHers, request: (_, { deletedId }) => ({ body: { id: deletedId } }) },
    draft: { ...everybody, request: () => ({ query: draft }) },
    saveDraft: { ...everybody, request: () => ({ body: { ...draft, value: { name: '档案室' } } }) },
    dropDraft: { ...everybody, request: () => ({ body: draft }) },
  },
  async (world) => ({
    changedId: await keep(world, world.owner, '常用'),
    deletedId: await keep(world, world.owner, '不再用'),
  }),
)

const keep = ({ database }: World, actor: Actor, name: string) =>
  database.as(actor, async (ctx) => (await saveView(ctx, { ...view, id: null, name })).id)
