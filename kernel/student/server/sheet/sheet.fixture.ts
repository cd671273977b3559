import { randomInt } from 'node:crypto'
import { dayOf, idCardCheckDigit, newId, emptyScope, type Actor, type Ctx, type Scope } from '#packages/core'
import { fingerprintTables, createImportHarness, type TestDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { openGrade } from '#kernel/schooling/server/api.ts'
import { studentImport } from './import-target.ts'

const rights = [
  'student.read',
  'student.edit',
  'student.event',
  'student.reveal',
  'year.change',
  'class.edit',
  'class.read',
]

/** An actor with all permissions below a node and a real person row, because changes store the person. */
export async function createImporter(ctx: Ctx, node: { id: string; path: string } | 'district'): Promise<Actor> {
  const scope: Scope =
    node === 'district' ? { ...emptyScope, district: true } : { ...emptyScope, orgPaths: [node.path] }
  const personId = await createPerson(ctx, { name: '管理员' })
  const orgId = node === 'district' ? newId() : node.id
  const ids = { accountId: newId(), personId, userId: newId(), orgId, sessionId: newId() }
  return {
    kind: 'staff',
    districtId: ctx.actor.districtId,
    ...ids,
    permissions: new Map(rights.map((one) => [one, scope])),
  }
}

/** The school year of the test run: its youngest pupils are in the seventh grade. */
export const thisYear = getSchoolYear(dayOf(new Date()))

/** A bureau with two middle schools of three grades each, oldest grade first. */
export async function createImportSchools(ctx: Ctx, { year = thisYear, classes = 3 } = {}) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const createSchool = async (name: string) => {
    const org = await createOrganisation(ctx, { parent: bureau, name, type: 'school' })
    const grades = []
    for (const startYear of [year - 2, year - 1, year])
      grades.push(await openGrade(ctx, { orgId: org.id, stage: 3, startYear, classes }))
    return { ...org, grades }
  }
  const school = await createSchool('文澜中学')
  const other = await createSchool('晨岚中学')
  const chief = await createImporter(ctx, 'district')
  const clerk = await createImporter(ctx, school)
  return { bureau, school, other, chief, clerk }
}
export type Schools = Awaited<ReturnType<typeof createImportSchools>>

let orders = randomInt(900)
/** The ID number of a child in an area code that does not exist. */
export function aChild(sex: '男' | '女' = '女') {
  const at = orders++
  const day = `201${2 + (at % 3)}${String(1 + (Math.floor(at / 500) % 12)).padStart(2, '0')}${String(1 + (Math.floor(at / 6000) % 28)).padStart(2, '0')}`
  const first = `330199${day}${String((at % 499) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')}`
  return first + idCardCheckDigit(first)
}
let phones = randomInt(10_000_000)
export const aPhone = () => `139${String(phones++).padStart(8, '0')}`

export const importStudents = createImportHarness(studentImport)

export const fingerprintPupils = (sql: TestDatabase['sql']) =>
  fingerprintTables(sql, ['person', 'student', 'enrolment', 'guardian_link'])
