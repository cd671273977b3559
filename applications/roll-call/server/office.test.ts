import { beforeAll, expect, it } from 'vitest'
import { emptyScope, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { OfficeRole } from '#engines/attendance/server/api.ts'
import { manifest as access } from '#kernel/access/manifest.ts'
import { aUserWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { seedGradeHead, setClassHeads } from '#kernel/schooling/server/api.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { manifest } from '../manifest.ts'
import { attendanceOffice } from './office.ts'

const database = useDatabase()
const day = '2026-11-16'
const now = new Date(`${day}T08:00:00+08:00`)
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => database.as(actor, (ctx) => work({ ...ctx, now }))
let school: OrgNode
let other: OrgNode
let classIds: readonly string[]
const staff = new Map<string, Actor>()
const who = (name: string) => staff.get(name)!

beforeAll(async () => {
  database.app.manifests = [access, manifest]
  await as(createActor(), async (ctx) => {
    ;({ school, other } = await twoSchools(ctx))
    await createTemplateRoles(ctx)
    for (const [name, role] of [
      ['教务', 'academic'],
      ['德育', 'moral'],
      ['校长', 'head'],
      ['外校德育', 'moral'],
    ] as const) {
      const at = name.startsWith('外校') ? other : school
      const hired = await aUserWithRoles(ctx, [role], { name, at, since: '2020-08-01' })
      staff.set(name, await withCurrentPermissions(ctx, hired))
    }
    const grade = await aGrade(ctx, school, { classes: 2 })
    classIds = grade.classIds
    for (const name of ['级长', '班主任', '任课'])
      staff.set(name, await aTeacher(ctx, { at: school, name, since: '2020-08-01' }))
    await seedGradeHead(ctx, { id: grade.gradeId, orgId: school.id }, who('级长').userId)
    await setClassHeads(ctx, [{ classId: classIds[0]!, userId: who('班主任').userId }], '2026-09-01')
  })
})

const people = async (role: OfficeRole, classId: string | null = classIds[0]!) => {
  const ids = await as(createActor(), (ctx) => attendanceOffice.listPeople(ctx, { orgId: school.id, classId, role }))
  return [...staff].filter(([, { personId }]) => ids.includes(personId)).map(([name]) => name)
}

it('finds who is told about a child: the head of the grade, 德育处, the principal', async () => {
  expect(await people('grade')).toEqual(['级长'])
  expect(await people('grade', null)).toEqual([])
  expect(await people('moral')).toEqual(['德育'])
  expect(await people('leader')).toEqual(['校长'])
})

it('tells 德育处 where there is no 校医, and the 校医 where there is one', async () => {
  expect(await people('health')).toEqual(['德育'])
  await database.sql(`update tenant.membership set post = '校医' where id = $1`, [who('任课').userId])
  expect(await people('health')).toEqual(['任课'])
})

it('says what somebody may do about a class by her permissions', async () => {
  const right = (actor: Actor, classAt: number | null = 0, orgId = school.id) =>
    as(actor, (ctx) =>
      attendanceOffice.findRight(ctx, { orgId, classId: classAt === null ? null : classIds[classAt]!, day }),
    )
  const head = {
    ...who('班主任'),
    permissions: new Map([['roll.read', { ...emptyScope, classesOf: who('班主任').userId }]]),
  }
  expect(await right(who('教务'))).toBe('manage')
  expect(await right(who('德育'))).toBe('handle')
  expect(await right(who('校长'), null)).toBe('read')
  expect(await right(head)).toBe('read')
  expect(await right(head, 1)).toBeUndefined()
  expect(await right(head, null)).toBeUndefined()
  expect(await right(who('任课'))).toBeUndefined()
  expect(await right(who('外校德育'))).toBeUndefined()
  const everywhere = { ...who('任课'), permissions: new Map([['roll.manage', orgTreeScope(other)]]) }
  expect(await right(everywhere)).toBeUndefined()
  expect(await right(everywhere, null, other.id)).toBe('manage')
})
