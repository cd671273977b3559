import { newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { defineIsolation, type World } from '#packages/testing'
import { taskApi } from '../contract.ts'
import { insertTask, endTask, beginTask } from './task-queries.ts'

// Everybody has tasks; those of the school administrator exist for nobody else.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const alsoFamilies = { ...everybody, pupil: 1, guardian: 1 }
const nobodyElses = { teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const onlyHers = { owner: 1, ...nobodyElses, pupil: -5, guardian: -5 }

interface Tasks {
  waitingId: string
  doneId: string
}

export default defineIsolation<typeof taskApi, Tasks>(
  taskApi,
  {
    list: alsoFamilies,
    cancel: { ...onlyHers, request: (_, { waitingId }) => ({ body: { id: waitingId } }) },
    result: { ...onlyHers, request: (_, { doneId }) => ({ body: { id: doneId } }) },
    watch: { ...onlyHers, request: (_, { waitingId }) => ({ body: { id: waitingId } }) },
    clear: alsoFamilies,
  },
  async (world) => ({ waitingId: await waiting(world, world.owner), doneId: await done(world, world.owner) }),
)

const waiting = ({ database }: World, owner: Actor) =>
  inDistrict(database.cells, owner.districtId, async (db) => {
    const id = newId()
    await insertTask(db, { id, kind: 'isolation.wait', title: '导出教职工名单', total: null }, owner, new Date())
    return id
  })

async function done(world: World, owner: Actor) {
  const id = await waiting(world, owner)
  await inDistrict(world.database.cells, owner.districtId, async (db) => {
    const { attempt } = (await beginTask(db, id, 'isolation.wait', new Date()))!
    const result = { kind: 'page' as const, value: '/baseData' }
    await endTask(db, id, attempt, { status: 'done', message: '', result }, new Date())
  })
  return id
}
