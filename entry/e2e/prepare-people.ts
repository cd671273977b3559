import { aSeventhGrader } from '#kernel/student/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import type { Stage } from '#kernel/schooling/contract.ts'
import { acceptAgreements, createStudents } from '#kernel/student/server/api.ts'
import { signInPeople, getLoginName, getPhone, type SignInPerson } from './sign-in-people.ts'
import type { JourneyProject } from './cast.ts'
import {
  children,
  getIdCard,
  importDepartments,
  importSchool,
  getMotherPhone,
  newSchoolNames,
  getStrangerPhone,
} from './test-schools.ts'

// Only the set-up imports this file: importing the server from journeys would make Playwright compile all of it.

type SignInOrganisations = Record<'school' | 'bureau' | 'strict' | 'careful' | 'guarded' | 'small', string>

/** Who is in the small department, and as what. */
const smallDepartment: Partial<Record<SignInPerson, string>> = {
  ill: '任课教师',
  standIn: '任课教师',
  departmentHead: '年级组长',
}

/** Who is elsewhere than at the school, and has another role than a teacher. */
const places: Partial<Record<SignInPerson, keyof SignInOrganisations>> = {
  second: 'strict',
  keyed: 'strict',
  newcomer: 'careful',
  auditor: 'bureau',
}
const templates: Partial<Record<SignInPerson, readonly RoleTemplate[]>> = { exporter: ['hr'], auditor: ['auditor'] }

/**
 * In `strict` a new device needs a code, in `careful` everybody must have entered their ID number, and in `guarded` a
 * code is needed every time.
 */
export async function setSignInPolicies(ctx: Ctx, orgs: Pick<SignInOrganisations, 'strict' | 'careful' | 'guarded'>) {
  await writeSetting(ctx, orgs.strict, 'login', { secondStep: 'new-device' })
  await writeSetting(ctx, orgs.careful, 'login', { secondStep: 'off', requireIdCard: true })
  await writeSetting(ctx, orgs.guarded, 'login', { secondStep: 'always' })
}

/** Old enough to consent for herself, which she has done. */
async function enrolPupil(ctx: Ctx, orgId: string) {
  const { id, personId } = await aSeventhGrader(ctx, { orgId, name: signInPeople.pupil.name })
  const asPupil = { ...ctx, actor: { ...ctx.actor, kind: 'pupil' as const, userId: id, personId } }
  await acceptAgreements(asPupil, ['user', 'privacy'])
  return personId
}

/** Creates an invitation for each of them, by login name. */
export async function inviteSignInPeople(ctx: Ctx, project: JourneyProject, orgs: SignInOrganisations) {
  const invitations: { userName: string; personId: string; token: string }[] = []
  for (const who of Object.keys(signInPeople) as SignInPerson[]) {
    const personId =
      who === 'pupil'
        ? await enrolPupil(ctx, orgs.school)
        : await createPerson(ctx, { name: signInPeople[who].name, phone: getPhone(project, who) })
    const orgId = orgs[places[who] ?? 'school']
    if (who !== 'pupil') {
      const post = smallDepartment[who]
      const membershipId = await addMembership(ctx, {
        personId,
        orgId,
        userType: who === 'auditor' ? 'bureau' : 'teacher',
        post: post ?? '教师',
        ...(post && { departmentId: orgs.small }),
      })
      await assignTemplates(ctx, membershipId, templates[who] ?? ['teacher'])
    }
    if (who === 'twoPosts') await addMembership(ctx, { personId, orgId: orgs.bureau, userType: 'bureau' })
    if (who === 'mover') await addMembership(ctx, { personId, orgId: orgs.guarded, userType: 'teacher', isMain: false })
    invitations.push({ userName: getLoginName(project, who), personId, token: await invitePerson(ctx, personId) })
  }
  return invitations
}

interface ClassEnrolment {
  orgId: string
  gradeId: string
  classId: string
}

export async function enrolChildren(ctx: Ctx, project: JourneyProject, enrolment: ClassEnrolment) {
  const on = dayOf(ctx.now)
  const born = '2014-11-01'
  const rows = (Object.keys(children) as (keyof typeof children)[]).map((who) => {
    const idCard = getIdCard(project, who)
    const phone = who === 'foreign' ? getStrangerPhone(project) : getMotherPhone(project)
    return {
      name: children[who].name,
      sex: children[who].sex,
      idCard,
      studentNo: `G${idCard}`,
      birthday: born,
      ...enrolment,
      seatNo: null,
      on,
      guardians: [{ name: who === 'foreign' ? '陆家明' : '林静怡', relation: 2 as const, phone, isPrimary: true }],
    }
  })
  await createStudents(ctx, rows, { type: 'enrol' })
}

export const createNewSchool = (ctx: Ctx, project: JourneyProject, bureau: Bureau) =>
  createSchool(ctx, newSchoolNames[project], bureau)

export async function createImportSchool(ctx: Ctx, bureau: Bureau) {
  const parent = await createSchool(ctx, importSchool, bureau)
  for (const [sort, name] of importDepartments.entries())
    await createOrganisation(ctx, { parent, name, type: 'department', sort })
}

export interface Bureau {
  id: string
  path: string
}

/** A school with these stages; 2 is the primary school. */
export const createSchool = (
  ctx: Ctx,
  name: string,
  bureau: Bureau,
  stages: Stage[] = [2],
  switches: { skipsAdjustAudit?: boolean } = {},
) =>
  createOrganisation(ctx, {
    parent: bureau,
    name,
    type: 'school',
    sort: 900,
    details: {
      stages,
      kind: '',
      property: 1,
      educationSystem: 1,
      contactName: '傅晓岚',
      phone: '0500-86008600',
      postalCode: '',
      address: '新城大道1号',
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
      ...switches,
    },
  })
