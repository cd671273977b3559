import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { dayOf, type Actor, type Ctx, wholeDistrict, orgTreeScope } from '#packages/core'
import { fingerprintTables, createImportHarness, type TestDatabase, createActor } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
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
export async function createImporter(ctx: Ctx, node: OrgNode | 'district'): Promise<Actor> {
  const scope = node === 'district' ? wholeDistrict : orgTreeScope(node)
  const personId = await createPerson(ctx, { name: '管理员' })
  const at = node === 'district' ? {} : { orgId: node.id }
  return createActor(
    { districtId: ctx.actor.districtId, personId, ...at },
    Object.fromEntries(rights.map((right) => [right, scope])),
  )
}

/** The school year of the test run: its youngest pupils are in the seventh grade. */
export const thisYear = getSchoolYear(dayOf(new Date()))

/** A bureau with two middle schools of three grades each, oldest grade first. */
export async function createImportSchools(ctx: Ctx, { year = thisYear, classes = 3 } = {}) {
  const bureau = await aBureau(ctx)
  const createSchool = async (name: string) => {
    const org = await aSchool(ctx, bureau, name)
    const grades = []
    for (const startYear of [year - 2, year - 1, year]) grades.push(await aGrade(ctx, org, { startYear, classes }))
    return { ...org, grades }
  }
  const school = await createSchool('文澜中学')
  const other = await createSchool('晨岚中学')
  const chief = await createImporter(ctx, 'district')
  const clerk = await createImporter(ctx, school)
  return { bureau, school, other, chief, clerk }
}
export type Schools = Awaited<ReturnType<typeof createImportSchools>>

export const importStudents = createImportHarness(studentImport)

export const fingerprintPupils = (sql: TestDatabase['sql']) =>
  fingerprintTables(sql, ['person', 'student', 'enrolment', 'guardian_link'])
