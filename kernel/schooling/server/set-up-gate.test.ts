import { beforeEach, expect, it } from 'vitest'
import { somebody, useDatabase } from '#packages/testing'
import { onDay, plantSchools, type Schools } from './classes.fixture.ts'
import { offerPupils } from './pupils.ts'
import { isSettingUp } from './service/classes/set-up-gate.ts'
import { finishSetUp, skipStep } from './set-up-queries.ts'

const database = useDatabase({ eachTest: true })
const as = onDay(database)
let at: Schools
let pupils: number
beforeEach(async () => {
  at = await as(somebody(), plantSchools)
  pupils = 0
  offerPupils({
    ofClasses: async () => new Map(),
    ofGrades: async () => new Map(),
    everIn: async () => 0,
    ofOrg: async () => pupils,
    ofGroups: async () => new Map(),
  })
})

it('a school is set up until it says that it is done; the bureau always has some that are', async () => {
  expect(await as(at.head, isSettingUp)).toBe(true)
  await as(at.head, ({ db, now }) => skipStep(db, at.school.id, 'staff', true, now))
  pupils = 38
  expect(await as(at.head, isSettingUp)).toBe(true)
  await as(at.head, ({ db, now }) => finishSetUp(db, at.school.id, now, now))
  expect(await as(at.head, isSettingUp)).toBe(false)
  expect(await as(at.chief, isSettingUp)).toBe(true)
})

it('a school that was running before never began with it', async () => {
  pupils = 810
  expect(await as(at.head, isSettingUp)).toBe(false)
})
