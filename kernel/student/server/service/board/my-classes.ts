import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server'
import type { LedClass } from '../../../contract.ts'
import { classesLedBy, pupilsOfClasses, type ClassPupil } from '../../board-queries.ts'
import { isKept } from '../../hidden.ts'
import { openFacts } from '../../numbers.ts'
import { schoolDay } from '../family/school-day.ts'
import { fieldsIn } from '../students/presenting.ts'

/** What a class teacher wants to know of her class in the morning. */
export async function readMyClassFigures(ctx: Ctx): Promise<LedClass[]> {
  const day = dayOf(ctx.now)
  const led = await classesLedBy(ctx.db, scopeOf(ctx, 'student.read'), ctx.actor.userId, day)
  if (led.length === 0) return []
  const ids = led.map(({ id }) => id)
  const names = await describeClasses(ctx, { classIds: ids }, day)
  const pupils = Map.groupBy(await pupilsOfClasses(ctx.db, ids, day), ({ classId }) => classId)
  const isBirthday = await birthdaysOn(ctx, day)
  const told: LedClass[] = []
  for (const { id, orgId, gradeId } of led) {
    const own = pupils.get(id) ?? []
    const count = (is: (pupil: ClassPupil) => boolean) => own.filter(is).length
    told.push({
      classId: id,
      gradeId,
      orgId,
      label: names.get(id)?.label ?? '',
      total: own.length,
      males: count(({ sex }) => sex === '男'),
      females: count(({ sex }) => sex === '女'),
      bound: count(({ bound }) => bound),
      asking: own.reduce((all, { asking }) => all + asking, 0),
      faceAgreed: count(({ face }) => face !== 'no-consent' && face !== 'withdrawn'),
      faceOpen: count(({ face }) => face === 'no-consent'),
      birthdays: own.filter(isBirthday).map((pupil) => ({ id: pupil.id, name: pupil.name })),
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
  return (pupil) => meant.includes(openFacts(fields, pupil.private).birthday.slice(5))
}
