import type { DataOf } from '#packages/contract'
import { dayOf, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { describeClasses, describeMyClasses } from '#kernel/schooling/server/api.ts'
import { consentPurposes, type LedClassFigures, type studentApi } from '../../../contract.ts'
import { countByClass } from '../../student-count-queries.ts'
import { isFieldHidden } from '../../hidden-fields.ts'
import { listClassIdsInScope, listPupilsOfClasses, type ClassPupil } from '../../my-class-queries.ts'
import { decryptPrivateFacts, decryptRestriction } from '../../encrypted-fields.ts'
import { listGuardiansOfStudents } from '../../student-read-queries.ts'
import { findClassInScope } from '../../school-queries.ts'
import { getSchoolDay } from '../family/school-day.ts'
import { listRoster } from './rosters.ts'
import { getFieldCipher } from './present-students.ts'

const purposes = Object.entries(consentPurposes).map(([purpose, { version }]) => ({ purpose, version }))

/** The classes in which the caller has the permission. */
async function listClassIdsWithPermission(ctx: Ctx, permission: string, classIds: readonly string[], day: string) {
  const scope = ctx.actor.permissions.get(permission)
  return scope ? listClassIdsInScope(ctx.db, scope, classIds, day) : new Set<string>()
}

const listCallableClassIds = (ctx: Ctx, classIds: readonly string[], day: string) =>
  isFieldHidden(ctx, 'guardianPhone')
    ? new Set<string>()
    : listClassIdsWithPermission(ctx, 'student.reveal', classIds, day)

/** The caller's classes today, with the families' progress for the classes that the caller leads. */
export async function getMyClasses(ctx: Ctx): Promise<DataOf<typeof studentApi.myClasses>> {
  const day = dayOf(ctx.now)
  const known = await describeMyClasses(ctx, day)
  const seen = await listClassIdsWithPermission(
    ctx,
    'student.read',
    known.map(({ classId }) => classId),
    day,
  )
  const own = known
    .filter(({ classId }) => seen.has(classId))
    .toSorted((one, other) => rankClass(other) - rankClass(one))
  const counts = new Map((await countByClass(ctx.db, [...seen], day)).map(({ id, ...count }) => [id, count]))
  const called = await listCallableClassIds(ctx, [...seen], day)
  const invited = await listClassIdsWithPermission(ctx, 'student.account', [...seen], day)
  const figures = await countLedClasses(ctx, own.filter(({ isLed }) => isLed).slice(0, maxLedClasses), day)
  const [first] = own
  return {
    today: await getSchoolDay(ctx, first?.orgId ?? ctx.actor.orgId, first?.gradeId ?? null, day),
    classes: own.map(({ classId, gradeId, orgId, className, orgName, isManager, subjects }) => {
      const { total, males, females } = counts.get(classId) ?? { total: 0, males: 0, females: 0 }
      return {
        classId,
        gradeId,
        orgId,
        orgName,
        label: className,
        isHead: isManager,
        total,
        males,
        females,
        subjects: subjects.map(({ value }) => value),
        mayCall: called.has(classId),
        mayInvite: invited.has(classId),
        figures: figures.get(classId) ?? null,
      }
    }),
  }
}

/** Limits the work: nobody leads more classes in practice. */
const maxLedClasses = 6
const rankClass = ({ isManager, isLed }: { isManager: boolean; isLed: boolean }) => Number(isManager) + Number(isLed)

interface LedClassIds {
  classId: string
  orgId: string
  gradeId: string
}

async function countLedClasses(ctx: Ctx, led: readonly LedClassIds[], day: string) {
  const ids = led.map(({ classId }) => classId)
  const pupils = Map.groupBy(await listPupilsOfClasses(ctx.db, ids, purposes, day), ({ classId }) => classId)
  const isBirthday = await createBirthdayFilter(ctx, day)
  const figures = new Map<string, LedClassFigures>()
  for (const { classId, orgId, gradeId } of led) {
    const own = pupils.get(classId) ?? []
    const count = (is: (pupil: ClassPupil) => boolean) => own.filter(is).length
    figures.set(classId, {
      bound: count(({ bound }) => bound),
      requests: own.reduce((all, { requests }) => all + requests, 0),
      consentsOpen: count(({ isConsentOpen }) => isConsentOpen),
      faceAgreed: count(({ face }) => face !== 'no-consent' && face !== 'withdrawn'),
      faceOpen: count(({ face }) => face === 'no-consent'),
      birthdays: own.filter(isBirthday).map(({ id, name }) => ({ id, name })),
      today: await getSchoolDay(ctx, orgId, gradeId, day),
    })
  }
  return figures
}

/** Birthdays are encrypted, so they are decrypted one by one; the caller has only a few classes. */
async function createBirthdayFilter(ctx: Ctx, day: string): Promise<(pupil: ClassPupil) => boolean> {
  if (isFieldHidden(ctx, 'birthday')) return () => false
  const fields = await getFieldCipher(ctx)
  const isCommonYear = new Date(`${day.slice(0, 4)}-02-29`).getUTCDate() !== 29
  // In common years, birthdays on 29 February are shown on the 28th.
  const meant = day.endsWith('-02-28') && isCommonYear ? ['02-28', '02-29'] : [day.slice(5)]
  return (pupil) => meant.includes(decryptPrivateFacts(fields, pupil.id, pupil.private).birthday.slice(5))
}

/**
 * The guardians to call about the pupils of a class. Excludes guardians who may not get information about the child.
 */
export async function getClassFamilies(ctx: Ctx, classId: string): Promise<DataOf<typeof studentApi.classFamilies>> {
  const day = dayOf(ctx.now)
  orNotFound(await findClassInScope(ctx.db, scopeOf(ctx, 'student.read'), classId, day), '班级')
  const label = (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label ?? ''
  const mayCall = (await listCallableClassIds(ctx, [classId], day)).has(classId)
  const pupils = await listRoster(ctx, { classId }, day)
  const ids = pupils.map(({ id }) => id)
  const fields = await getFieldCipher(ctx)
  const links = Map.groupBy(await listGuardiansOfStudents(ctx.db, ids), ({ studentId }) => studentId)
  return {
    label,
    mayCall,
    pupils: pupils.map(({ id, name, seatNo }) => {
      const guardianLinks = links.get(id) ?? []
      const callable = guardianLinks.filter(
        ({ id: linkId, status, phone, restriction }) =>
          status !== 'pending' &&
          phone !== null &&
          decryptRestriction(fields, linkId, restriction) !== 'no-information',
      )
      return {
        id,
        name,
        seatNo,
        isBound: guardianLinks.some(({ status }) => status === 'active'),
        guardians: callable.map((link) => ({ id: link.id, name: link.name, relation: link.relation })),
      }
    }),
  }
}
