import { expect, it } from 'vitest'
import { aSchool } from '#kernel/org/server/example.ts'
import { inDistrict } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { createDistrict, getMembershipPermissions, createPlatformCtx } from '#kernel/access/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { createStaffAt } from './classes.fixture.ts'
import { saveGrade } from './service/classes/grades.ts'
import { setClassHeads } from './service/classes/class-teachers.ts'
import { wholeDistrict } from '#packages/core'
import { aGrade } from './example.ts'

const database = useDatabase({ withoutDistricts: true })

it('provides the roles that class teachers and grade heads need to see anything', async () => {
  const { district, bureau } = await createDistrict(
    database.app,
    database.cells,
    { name: '丙区教育局', cell: 1 },
    new Date(),
  )
  await inDistrict(database.cells, district, async (db) => {
    const ctx = createPlatformCtx(database.app, district, db, new Date())
    const school = await aSchool(ctx, bureau, '实验学校')
    const li = await createStaffAt(ctx, school)
    const rolesNow = async () =>
      [...(await getMembershipPermissions(ctx, (await findMembership(ctx, li.userId))!)).templates].toSorted()
    expect(await rolesNow()).toEqual([])
    const { gradeId, classIds: ids } = await aGrade(ctx, school, { startYear: 2026, classes: 1 })
    await setClassHeads(ctx, [{ classId: ids[0]!, userId: li.userId }], '2026-11-01')
    expect(await rolesNow()).toEqual(['class-teacher'])
    const permissions = new Map([['class.edit', wholeDistrict]])
    const asHead = { ...ctx, actor: { ...ctx.actor, permissions } }
    const form = { id: gradeId, orgId: null, stage: 3, startYear: 2026, years: 3, headId: li.userId, version: 1 }
    await saveGrade(asHead, form)
    expect(await rolesNow()).toEqual(['class-teacher', 'grade-head'])
  })
})
