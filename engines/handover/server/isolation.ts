import { dayOf } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { handoverApi } from '../contract.ts'
import { openHandover } from './handover.ts'

// Administrators of the school hand its work over; those of another school get "not found".
const ours = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// A list of the own scope.
const everyAdministrator = { ...ours, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

interface Cases {
  userId: string
  heir: string
  readId: string
  assignedId: string
  finishedId: string
  forcedId: string
}

const today = () => dayOf(new Date())

export default defineIsolation<typeof handoverApi, Cases>(
  handoverApi,
  {
    list: { ...everyAdministrator, request: () => ({ query: { keyword: '交接' } }) },
    detail: { ...ours, request: (_, { readId }) => ({ query: { id: readId } }) },
    open: { ...ours, request: (_, { userId }) => ({ body: { userId, reason: 'leave', dueOn: today() } }) },
    assign: {
      ...ours,
      request: (_, { assignedId, heir }) => ({
        body: { id: assignedId, items: [{ provider: 'approval.tasks', ref: 'x' }], to: heir },
      }),
    },
    finish: { ...ours, request: (_, { finishedId }) => ({ body: { id: finishedId } }) },
    force: { ...ours, request: (_, { forcedId }) => ({ body: { id: forcedId, reason: '本人失联，无法交接' } }) },
  },
  async (world) => ({
    userId: await hire(world, '待交接'),
    heir: await hire(world, '接手人'),
    readId: await begin(world, '交接甲'),
    assignedId: await begin(world, '交接乙'),
    finishedId: await begin(world, '交接丙'),
    forcedId: await begin(world, '交接丁'),
  }),
)

const hire = ({ database, home, owner }: World, name: string) =>
  database.as(owner, async (ctx) => (await aTeacher(ctx, { name, at: home.school })).userId)

async function begin(world: World, name: string) {
  const userId = await hire(world, name)
  return world.database.as(
    world.owner,
    async (ctx) => (await openHandover(ctx, { userId, reason: 'transfer', dueOn: today() })).id,
  )
}
