import { beforeAll, describe, expect, it } from 'vitest'
import { orgTreeScope, wholeDistrict, type Scope } from '#packages/core'
import { Ret } from '#packages/core'
import { at, createCaseWorld, monday } from './cases.fixture.ts'
import { contactCase, resolveCase } from './handle-cases.ts'
import { settleByLeave } from './settle-by-leave.ts'

const cases = createCaseWorld()
const { database, world, as, who, pupil, parents, inOffice, enrol, callRoll, climb, caseOf, messagesOf, asHead } = cases

describe('x', () => {
  it('y', async () => {
    await enrol('甲')
    await callRoll('08:15', 0, { marks: { 甲: 'missing' } })
    await climb('08:15', '08:20', '08:30', '08:45')
    console.log(JSON.stringify(await caseOf('甲', '08:46'), null, 1))
    console.log(
      await messagesOf(parents.get('甲')!),
      await messagesOf(who('王班主任')),
      await messagesOf(who('赵校长')),
    )
  })
})
