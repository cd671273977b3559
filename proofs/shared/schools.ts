import { randomInt } from 'node:crypto'
import { districtId, newId, type Ctx } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { assignTemplates, createPlatformCtx } from '#kernel/access/server/api.ts'
import { acceptInvitation, createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { createOrganisation, findUnitById } from '#kernel/org/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { password } from './seeded-database.ts'
import { app } from './app.ts'

export interface HiredStaff {
  userName: string
  phone: string
}

// The SMS simulator of the stack remembers its messages, so each run uses new numbers.
let nextPhone = 17_700_000_000 + randomInt(90_000_000)
/** A mobile number that has received no message yet. */
export const newPhone = () => String(nextPhone++)

/** Creates a school with teachers whose names, numbers and password the proof knows. */
export async function createSchool(
  cells: Cells,
  { bureauId, name, prefix, count, secondStep, idCards = [] }: SchoolPlan,
): Promise<HiredStaff[]> {
  const now = new Date()
  const home = districtId(1)
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, home, (db) => work(createPlatformCtx(app, home, db, now)))
  const people = Array.from({ length: count }, (_, at) => ({ userName: `${prefix}${at}`, phone: newPhone() }))
  const invitations = await inside(async (ctx) => {
    const school = await createOrganisation(ctx, { parent: (await findUnitById(ctx, bureauId))!, name, type: 'school' })
    await writeSetting(ctx, school.id, 'login', { secondStep })
    const text: string[] = []
    for (const { userName, phone } of people) {
      const idCard = idCards[text.length]
      const personId = await createPerson(ctx, { name: userName, phone, ...(idCard && { idCard }) })
      const userId = await addMembership(ctx, { personId, orgId: school.id, userType: 'teacher' })
      await assignTemplates(ctx, userId, ['teacher'])
      text.push(await invitePerson(ctx, personId))
    }
    return text
  })
  for (const [at, { userName }] of people.entries())
    await acceptInvitation({ app, cells, now, requestId: newId() }, { token: invitations[at]!, userName, password })
  return people
}

interface SchoolPlan {
  bureauId: string
  name: string
  /** Prefix of the login names. */
  prefix: string
  count: number
  secondStep: 'off' | 'new-device'
  /** For the first teacher, the second and so on. */
  idCards?: readonly string[]
}
