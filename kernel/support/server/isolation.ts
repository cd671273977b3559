import { aFile } from '#kernel/files/server/example.ts'
import { type Actor } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { supportApi } from '../contract.ts'
import { createTicket } from './tickets.ts'

// All staff may create tickets, but not with another person's file. Only the staff who answer there can read the ticket
// of the school's administrator.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const form = { title: '打不开花名册', text: '点了没有反应', page: '/baseData/Orgs', files: [] }

interface Tickets {
  fileId: string
  readId: string
  answeredId: string
  withdrawnId: string
}

export default defineIsolation<typeof supportApi, Tickets>(
  supportApi,
  {
    list: { ...everybody, request: () => ({ query: { keyword: '花名册' } }) },
    get: { ...onlyHers, request: (_, { readId }) => ({ query: { id: readId } }) },
    create: { ...onlyHers, request: (_, { fileId }) => ({ body: { ...form, files: [fileId] } }) },
    answer: {
      ...onlyHers,
      teacher: -6,
      otherClassHead: -6,
      request: (_, { answeredId }) => ({ body: { id: answeredId, text: '已处理' } }),
    },
    withdraw: { ...onlyHers, request: (_, { withdrawnId }) => ({ body: { id: withdrawnId } }) },
  },
  async (world) => ({
    fileId: await aFile(world.database, world.owner, '截图说明.txt'),
    readId: await ask(world, world.owner),
    answeredId: await ask(world, world.owner),
    withdrawnId: await ask(world, world.owner),
  }),
)

const ask = ({ database }: World, actor: Actor) => database.as(actor, async (ctx) => (await createTicket(ctx, form)).id)
