import { dayOf, newId } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { acceptInvitation, findAccount, invitePerson, saveTotp } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { ensureDefaultPeriods, openGrade } from '#kernel/schooling/server/api.ts'
import { recountMembers, seedStaff } from '#kernel/staff/server/api.ts'
import { demoTotpSecret } from '../demo-totp.ts'
import type { DemoLogin } from '../staff.ts'
import type { PersonGenerator } from '../random.ts'
import type { DemoTermRun } from './term-run.ts'

interface NewSchoolOptions {
  area: string
  prefix: string
  invent: PersonGenerator
  password: string
}

const colleagues = 5
const grade = { stage: 2, classes: 4 }

/**
 * A school that opens next year and is half set up: its data, terms, class hours, classes and staff exist; class
 * teachers and pupils do not. Returns its administrator.
 */
export async function seedNewSchool(
  { run, now, step }: DemoTermRun,
  { area, prefix, invent, password }: NewSchoolOptions,
): Promise<DemoLogin> {
  const { app, cells, bureau } = run
  const login = await step('new school', async (ctx) => {
    const name = `${area}未来小学`
    const school = await createOrganisation(ctx, {
      parent: bureau,
      name,
      type: 'school',
      sort: 900,
      details: details(),
    })
    const administrator = invent()
    const [made] = await seedStaff(ctx, [
      {
        ...administrator,
        orgId: school.id,
        userType: 'teacher',
        post: '筹建组组长',
        workerType: 1,
        number: 'WL0001',
        startsOn: dayOf(new Date(now.getTime() - 60 * 86_400_000)),
      },
      ...Array.from({ length: colleagues }, (_, at) => ({
        ...invent(),
        orgId: school.id,
        userType: 'teacher' as const,
        post: '筹建组成员',
        workerType: 1,
        number: `WL000${at + 2}`,
        startsOn: dayOf(new Date(now.getTime() - 30 * 86_400_000)),
      })),
    ])
    await ensureDefaultPeriods(ctx, school.id)
    await openGrade(ctx, {
      orgId: school.id,
      stage: grade.stage,
      startYear: getSchoolYear(dayOf(now)),
      classes: grade.classes,
    })
    await assignTemplates(ctx, made!.userId, ['school-admin'])
    await recountMembers(ctx)
    return {
      userName: `${prefix}.admin`,
      title: '学校管理员',
      organisation: name,
      name: administrator.name,
      invitation: await invitePerson(ctx, made!.personId),
      membership: { personId: made!.personId, userId: made!.userId, orgId: school.id },
    } satisfies DemoLogin
  })
  const { userName, invitation: token } = login
  await run.stepOutside(`account ${userName}`, async () => {
    await acceptInvitation({ app, cells, now, requestId: newId() }, { token, userName, password })
    const account = await findAccount(cells, userName)
    await saveTotp(cells, account!.id, demoTotpSecret, 0, now)
  })
  return login
}

const details = () => ({
  stages: [grade.stage],
  kind: '211',
  property: 1,
  educationSystem: 1,
  contactName: '陆文博',
  phone: '0500-86009000',
  postalCode: '310099',
  address: '未来大道66号',
  remark: '',
  flag: 0,
  isPublic: true,
  isVillage: false,
  areaCode: '',
  parentAreaCode: '',
  skipsRepairAudit: false,
  skipsAdjustAudit: false,
  diskOpenToAll: false,
  classesByAcademic: true,
})
