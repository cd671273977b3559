import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { dayOf, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aParent, aPupil } from './example.ts'
import { readFamilyHome, type FamilyHomePart } from './service/family/family-home-parts.ts'
import { createManagedSchools } from './students.fixture.ts'

const database = useDatabase()
const { as } = database
let mother: Actor
let stranger: Actor
let elder: string
let younger: string
/** What the parts of other modules were asked for. */
let asked: string[] = []
let isDown = false

const attendance: FamilyHomePart = {
  key: 'attendance',
  read: async (_, child) => {
    asked.push(child.id)
    return { state: 'arrived', text: `已到校 ${child.name}` }
  },
}
const weather: FamilyHomePart = {
  key: 'weather',
  read: async () => {
    if (isDown) throw new Error('the provider is down')
    return { text: '多云 18℃', asOf: null, warning: '' }
  },
}

beforeAll(async () => {
  database.contribute('familyHomeParts', attendance, weather)
  const planted = await as(createActor(), createManagedSchools)
  await as(planted.chief, async (ctx) => {
    const phone = aPhone()
    const enrolment = classOf(planted.tree.grades.second)
    const born = async (name: string) =>
      (await aPupil(ctx, enrolment, { name, on: dayOf(ctx.now), guardians: [{ name: '李秀兰', relation: 2, phone }] }))
        .id
    elder = await born('陈知夏')
    younger = await born('陈知远')
    mother = await aParent(ctx, phone)
    const other = aPhone()
    await aPupil(ctx, enrolment, { name: '别家的', guardians: [{ name: '王强', relation: 1, phone: other }] })
    stranger = await aParent(ctx, other)
  })
})

const read = (actor: Actor, studentId: string) => readFamilyHome(database.requestCtx(actor, new Date()), studentId)

it('answers for one child with everything, and nothing about the other', async () => {
  asked = []
  const home = await read(mother, younger)
  expect(home).toMatchObject({
    child: { id: younger, name: '陈知远' },
    attendance: { state: 'arrived', text: '已到校 陈知远' },
    weather: { text: '多云 18℃' },
    missing: [],
  })
  expect(asked).toEqual([younger])
  const text = JSON.stringify(home)
  expect(text).not.toContain(elder)
  expect(text).not.toContain('陈知夏')
})

it('is complete but for the part that cannot be read, and says which', async () => {
  isDown = true
  try {
    expect(await read(mother, elder)).toMatchObject({
      child: { id: elder },
      attendance: { text: '已到校 陈知夏' },
      weather: null,
      missing: ['weather'],
    })
  } finally {
    isDown = false
  }
})

it('asks no part about the child of somebody else', async () => {
  asked = []
  await expect(read(stranger, elder)).rejects.toMatchObject({ ret: Ret.notFound })
  expect(asked).toEqual([])
})
