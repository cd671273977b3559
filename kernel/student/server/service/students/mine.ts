import type { DataOf } from '#packages/contract'
import { dayOf, found, scopeOf, type Ctx } from '#packages/core'
import { describeClasses, listMyClasses } from '#kernel/schooling/server'
import { consentPurposes, type OwnClass, type studentApi } from '../../../contract.ts'
import { countOfClasses } from '../../count-queries.ts'
import { isKept } from '../../hidden.ts'
import { classesWithin, figuresOfClasses, privateOfClasses } from '../../mine-queries.ts'
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

/** The classes that the caller has to do with today, and how far their families are. */
export async function readMyClasses(ctx: Ctx): Promise<DataOf<typeof studentApi.myClasses>> {
  const day = dayOf(ctx.now)
  const taught = await listMyClasses(ctx, {})
  const ids = taught.map(({ classId }) => classId)
  const seen = await whereMay(ctx, 'student.read', ids, day)
  const mine = taught
    .filter(({ classId }) => seen.has(classId))
    .toSorted((one, other) => Number(other.isManager) - Number(one.isManager))
  const counts = new Map((await countOfClasses(ctx.db, [...seen], day)).map(({ id, total }) => [id, total]))
  const called = await mayCallIn(ctx, [...seen], day)
  const invited = await whereMay(ctx, 'student.account', [...seen], day)
  const headed = mine.flatMap(({ isManager, classId }) => (isManager ? classId : []))
  const figures = await figuresOf(ctx, headed, day)
  const [first] = mine
  return {
    today: await schoolDay(ctx, first?.orgId ?? ctx.actor.orgId, first?.gradeId ?? null, day),
    classes: mine.map(({ classId, className, orgName, isManager, subjects }) => ({
      ...{ classId, label: className, orgName, isHead: isManager, subjects: subjects.map(({ value }) => value) },
      ...{ pupils: counts.get(classId) ?? 0, mayCall: called.has(classId), mayInvite: invited.has(classId) },
      figures: figures.get(classId) ?? null,
    })),
  }
}

async function figuresOf(ctx: Ctx, classIds: readonly string[], day: string) {
  const rows = await figuresOfClasses(ctx.db, classIds, purposes, day)
  const births = await birthdaysIn(ctx, classIds, day)
  return new Map<string, NonNullable<OwnClass['figures']>>(
    rows.map(({ classId, bound, requests, consentsOpen }) => [
      classId,
      { bound, requests, consentsOpen, birthdays: births.get(classId) ?? [] },
    ]),
  )
}

/** Who has a birthday on the day, by class. The day of birth is encrypted, so it is looked for here. */
async function birthdaysIn(ctx: Ctx, classIds: readonly string[], day: string) {
  if (isKept(ctx, 'birthday')) return new Map<string, { id: string; name: string }[]>()
  const fields = await fieldsIn(ctx)
  const rows = await privateOfClasses(ctx.db, classIds, day)
  const today = rows.filter((row) => openFacts(fields, row.private).birthday.slice(5) === day.slice(5))
  const byClass = Map.groupBy(today, ({ classId }) => classId)
  return new Map([...byClass].map(([classId, found]) => [classId, found.map(({ id, name }) => ({ id, name }))]))
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
    ...{ label, mayCall },
    pupils: pupils.map(({ id, name, seatNo }) => {
      const lines = links.get(id) ?? []
      const callable = lines.filter(
        ({ status, phone, restriction }) =>
          status !== 'pending' && phone !== null && openRestriction(fields, restriction) !== 'no-information',
      )
      return {
        ...{ id, name, seatNo, isBound: lines.some(({ status }) => status === 'active') },
        guardians: callable.map((line) => ({ id: line.id, name: line.name, relation: line.relation })),
      }
    }),
  }
}
