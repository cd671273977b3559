import { aClass } from '#kernel/schooling/server/example.ts'
import { dayOf, newId } from '#packages/core'
import type { World } from '#packages/testing'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { bindGuardianLink, insertGuardianLink, listGuardianLinks } from './guardian-queries.ts'
import { aPupil, aGuardian } from './example.ts'
import { requestTeacherApproval } from './service/family/bind-notifications.ts'

/** Family routes are closed to staff. The calling pupil and guardian belong to another child. */
const staff = { owner: -401, teacher: -401, otherClassHead: -401, otherSchoolAdmin: -401, otherDistrictAdmin: -401 }
const anothers = { ...staff, pupil: -5, guardian: -5 }
const theirOwn = { ...staff, pupil: 1, guardian: 1 }
/** Staff in charge of the class or of its school. */
const runners = { owner: 1, teacher: -6, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

interface FamilyWorld {
  familyPupil: string
  familyClass: string
  familyListed: string
  familyPending: string
  familyBound: string
}
const ofChild = (_: World, { familyPupil }: FamilyWorld) => ({ query: { studentId: familyPupil } })

export const familyCases = {
  children: theirOwn,
  accept: { ...theirOwn, request: () => ({ body: { kinds: ['user'] } }) },
  home: { ...anothers, request: ofChild },
  linkmen: { ...anothers, request: ofChild },
  teachers: { ...anothers, request: ofChild },
  consents: { ...anothers, request: ofChild },
  childReveals: { ...anothers, request: ofChild },
  bindable: { ...staff, guardian: 1 },
  bindByPhone: {
    ...anothers,
    request: (_: World, { familyListed }: FamilyWorld) => ({ body: { linkIds: [familyListed] } }),
  },
  bindByCode: {
    ...staff,
    guardian: 0,
    request: () => ({ body: { code: 'ABCD2345', childName: '水云间', idTail: '1234', name: '某人', relation: 5 } }),
  },
  requestBinding: {
    ...staff,
    guardian: 1,
    request: () => ({ body: { studentNo: 'G1', childName: '水云间', name: '某人', relation: 5 } }),
  },
  unbind: { ...anothers, request: (_: World, { familyPupil }: FamilyWorld) => ({ body: { studentId: familyPupil } }) },
  saveLinkman: {
    ...anothers,
    request: (_: World, { familyPupil, familyListed }: FamilyWorld) => ({
      body: { studentId: familyPupil, id: familyListed, name: '某人', relation: 9, isEmergency: false },
    }),
  },
  saveConsent: {
    ...anothers,
    request: (_: World, { familyPupil }: FamilyWorld) => ({
      body: { studentId: familyPupil, purpose: 'face', version: 1, agrees: true },
    }),
  },
  classCode: { ...runners, request: (_: World, { familyClass }: FamilyWorld) => ({ body: { classId: familyClass } }) },
  bindRequests: { ...runners, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  bindRequestCount: { ...runners, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  decideBindRequest: {
    ...runners,
    request: (_: World, { familyPending }: FamilyWorld) => ({ body: { id: familyPending, agrees: true } }),
  },
  unbindGuardian: { ...runners, request: (_: World, { familyBound }: FamilyWorld) => ({ body: { id: familyBound } }) },
  slips: {
    ...runners,
    request: (_: World, { familyPupil }: FamilyWorld) => ({ body: { ids: [familyPupil], reason: '首次发放' } }),
  },
  paperConsent: {
    ...runners,
    otherDistrictAdmin: -6,
    request: (_: World, { familyPupil }: FamilyWorld) => ({
      body: { studentIds: [familyPupil], purpose: 'face', agrees: true },
    }),
  },
}

/** A child with three guardians: one listed, one pending, one bound. */
export const prepareFamily = ({ database, home, owner }: World): Promise<FamilyWorld> =>
  database.as(owner, async (ctx) => {
    const { db, now } = ctx
    const startYear = getSchoolYear(dayOf(now)) - 3
    const enrolment = await aClass(ctx, home.school, { stage: 2, startYear })
    const guardians = ['13700000001', '13700000002'].map((phone) => ({ name: '水伯', relation: 5 as const, phone }))
    const studentNo = studentNoOf(home.school.id)
    const pupil = { name: '水云间', sex: '' as const, studentNo, on: dayOf(now), guardians }
    const { id: familyPupil } = await aPupil(ctx, enrolment, pupil)
    const [listed, bound] = await listGuardianLinks(db, familyPupil)
    const [one, two] = [await aGuardian(ctx), await aGuardian(ctx)]
    await bindGuardianLink(db, bound!.id, one.userId, 'roster-phone', now)
    const familyPending = newId()
    const link = {
      name: '水婶',
      relation: 5,
      phone: null,
      phone_hash: null,
      phone_tail_hash: null,
      is_emergency: false,
    }
    const pendingRequest = { guardian_id: two.userId, status: 'pending' as const, verified_by: null, bound_at: null }
    await insertGuardianLink(db, { id: familyPending, student_id: familyPupil, ...link, ...pendingRequest }, now)
    const pending = { studentId: familyPupil, name: pupil.name, orgId: home.school.id, classId: enrolment.classId }
    await requestTeacherApproval({ ...ctx, actor: two }, familyPending, link.name, pending)
    return {
      familyPupil,
      familyClass: enrolment.classId,
      familyPending,
      familyListed: listed!.id,
      familyBound: bound!.id,
    }
  })

/** A unique student number for each school. */
const studentNoOf = (orgId: string) =>
  `G${BigInt(`0x${orgId.replaceAll('-', '')}`)
    .toString()
    .slice(-18)
    .padStart(18, '1')}`
