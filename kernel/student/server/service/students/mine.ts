import type { DataOf } from '#packages/contract'
import { dayOf, found, scopeOf, type Ctx } from '#packages/core'
import { describeClasses, describeMyClasses } from '#kernel/schooling/server'
import { consentPurposes, type LedFigures, type studentApi } from '../../../contract.ts'
import { countOfClasses } from '../../count-queries.ts'
import { isKept } from '../../hidden.ts'
import { classesWithin, pupilsOfClasses, type ClassPupil } from '../../mine-queries.ts'
import { openFacts, openRestriction } from '../../numbers.ts'
import { guardiansOf } from '../../read-queries.ts'
import { classWithin } from '../../school-queries.ts'
import { schoolDay } from '../family/school-day.ts'
import { rosterOn } from './counting.ts'
import { fieldsIn } from './presenting.ts'

const purposes = Object.entries(consentPurposes).map(([purpose, { version }]) => ({ purpose, version }))

/** Of these classes those where the caller has the right; none for whoever does not have it at all. */
async function whereMay(ctx: Ctx, permission: string, classIds: readonly string[], day: string) {
  const scope = ctx.actor.permissions.get(permission)
  return scope ? classesWithin(ctx.db, scope, classIds, day) : new Set<string>()
}

const mayCallIn = (ctx: Ctx, classIds: readonly string[], day: string) =>
  isKept(ctx, 'guardianPhone') ? new Set<string>() : whereMay(ctx, 'student.reveal', classIds, day)

/** The classes that the caller has to do with today, and how far the families of those that she leads are. */
export async function readMyClasses(ctx: Ctx): Promise<DataOf<typeof studentApi.myClasses>> {
  const day = dayOf(ctx.now)
  const known = await describeMyClasses(ctx, day)
  const seen = await whereMay(
    ctx,
    'student.read',
    known.map(({ classId }) => classId),
    day,
  )
  const mine = known.filter(({ classId }) => seen.has(classId)).toSorted((one, other) => rankOf(other) - rankOf(one))
  const counts = new Map((await countOfClasses(ctx.db, [...seen], day)).map(({ id, ...count }) => [id, count]))
  const called = await mayCallIn(ctx, [...seen], day)
  const invited = await whereMay(ctx, 'student.account', [...seen], day)
  const figures = await figuresOf(ctx, mine.filter(({ isLed }) => isLed).slice(0, mostLed), day)
  const [first] = mine
  return {
    today: await schoolDay(ctx, first?.orgId ?? ctx.actor.orgId, first?.gradeId ?? null, day),
    classes: mine.map(({ classId, gradeId, orgId, className, orgName, isManager, subjects }) => {
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

/** Nobody leads more; a grade that is taught by one person is as good as one class. */
const mostLed = 6
const rankOf = ({ isManager, isLed }: { isManager: boolean; isLed: boolean }) => Number(isManager) + Number(isLed)

interface Led {
  classId: string
  orgId: string
  gradeId: string
}

async function figuresOf(ctx: Ctx, led: readonly Led[], day: string) {
  const ids = led.map(({ classId }) => classId)
  const pupils = Map.groupBy(await pupilsOfClasses(ctx.db, ids, purposes, day), ({ classId }) => classId)
  const isBirthday = await birthdaysOn(ctx, day)
  const told = new Map<string, LedFigures>()
  for (const { classId, orgId, gradeId } of led) {
    const own = pupils.get(classId) ?? []
    const count = (is: (pupil: ClassPupil) => boolean) => own.filter(is).length
    told.set(classId, {
      bound: count(({ bound }) => bound),
      requests: own.reduce((all, { requests }) => all + requests, 0),
      consentsOpen: count(({ isConsentOpen }) => isConsentOpen),
      faceAgreed: count(({ face }) => face !== 'no-consent' && face !== 'withdrawn'),
      faceOpen: count(({ face }) => face === 'no-consent'),
      birthdays: own.filter(isBirthday).map(({ id, name }) => ({ id, name })),
      today: await schoolDay(ctx, orgId, gradeId, day),
    })
  }
  return told
}

/** Birthdays are encrypted: those of a few classes are opened one by one. */
async function birthdaysOn(ctx: Ctx, day: string): Promise<(pupil: ClassPupil) => boolean> {
  if (isKept(ctx, 'birthday')) return () => false
  const fields = await fieldsIn(ctx)
  const isCommonYear = new Date(`${day.slice(0, 4)}-02-29`).getUTCDate() !== 29
  // Whoever was born on 29 February is congratulated on the 28th in other years.
  const meant = day.endsWith('-02-28') && isCommonYear ? ['02-28', '02-29'] : [day.slice(5)]
  return (pupil) => meant.includes(openFacts(fields, pupil.id, pupil.private).birthday.slice(5))
}

/** Whom one can call about the pupils of a class. Whoever may not be told about a child is not called about it. */
export async function readClassFamilies(ctx: Ctx, classId: string): Promise<DataOf<typeof studentApi.classFamilies>> {
  const day = dayOf(ctx.now)
  found(await classWithin(ctx.db, scopeOf(ctx, 'student.read'), classId, day), '班级')
  const label = (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label ?? ''
  const mayCall = (await mayCallIn(ctx, [classId], day)).has(classId)
  const pupils = await rosterOn(ctx, { classId }, day)
  const ids = pupils.map(({ id }) => id)
  const fields = await fieldsIn(ctx)
  const links = Map.groupBy(await guardiansOf(ctx.db, ids), ({ studentId }) => studentId)
  return {
    label,
    mayCall,
    pupils: pupils.map(({ id, name, seatNo }) => {
      const lines = links.get(id) ?? []
      const callable = lines.filter(
        ({ id: linkId, status, phone, restriction }) =>
          status !== 'pending' && phone !== null && openRestriction(fields, linkId, restriction) !== 'no-information',
      )
      return {
        id,
        name,
        seatNo,
        isBound: lines.some(({ status }) => status === 'active'),
        guardians: callable.map((line) => ({ id: line.id, name: line.name, relation: line.relation })),
      }
    }),
  }
}
