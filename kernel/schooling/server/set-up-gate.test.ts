import { beforeEach, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { onDay, createSchools, type Schools } from './classes.fixture.ts'
import { isSettingUp } from './service/classes/school-set-up.ts'
import { updateSetUpFinished, updateSkippedStep } from './set-up-queries.ts'

const database = useDatabase({ eachTest: true })
const as = onDay(database)
let at: Schools
let pupils: number
beforeEach(async () => {
  at = await as(createActor(), createSchools)
  pupils = 0
  database.contribute('pupilCounts', {
    countByClass: async () => new Map(),
    countByGrade: async () => new Map(),
    countEverInClass: async () => 0,
    countInOrg: async () => pupils,
    countByGroup: async () => new Map(),
  })
})

it('a school is being set up until it finishes; for a bureau the set-up page is always available', async () => {
  expect(await as(at.head, isSettingUp)).toBe(true)
  await as(at.head, ({ db, now }) => updateSkippedStep(db, at.school.id, 'staff', true, now))
  pupils = 38
  expect(await as(at.head, isSettingUp)).toBe(true)
  await as(at.head, ({ db, now }) => updateSetUpFinished(db, at.school.id, now, now))
  expect(await as(at.head, isSettingUp)).toBe(false)
  expect(await as(at.chief, isSettingUp)).toBe(true)
})

it('a school that existed before is not being set up', async () => {
  pupils = 810
  expect(await as(at.head, isSettingUp)).toBe(false)
})
