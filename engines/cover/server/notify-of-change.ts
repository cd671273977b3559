import { dayOf, type Ctx } from '#packages/core'
import type { MessageTemplate } from '#kernel/message/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import type { CoverCase } from './cases.ts'
import { handedOver } from './chains.ts'
import { effectiveTemplate, notifyPeople, type NoticeLine } from './cover-notifications.ts'
import { describeLegs, type LegNames } from './describe-legs.ts'
import { listChainsOf } from './leg-queries.ts'
import { listMembers, type MemberRow } from './people-queries.ts'
import type { LegRow } from './request-queries.ts'
import { formatDay } from './words.ts'

/** 11月20日第3节三(2)班数学课由李丽代课 */
function describeChange(one: CoverCase, leg: LegRow, { time, toPeriodName }: LegNames, toName: string): string {
  if (one.kind === 'supervise') return `${time}改为自习，由${toName}看管`
  if (one.kind === 'merge') return `${time}与${toName}的班级合班`
  if (handedOver.includes(one.kind)) return `${time}由${toName}代课`
  if (leg.toDay === null) return `${time}停课`
  return `${time}调到${formatDay(leg.toDay)}${toPeriodName}`
}

/** Both teachers, everybody before them in a chain of covers, and the heads of the class. */
export async function notifyOfChange(ctx: Ctx, cases: readonly CoverCase[]) {
  await notifyConcerned(ctx, effectiveTemplate, cases, describeChange)
}

/** All whom a request concerns are told what became of its lessons. */
export async function notifyConcerned(
  ctx: Ctx,
  template: MessageTemplate,
  cases: readonly CoverCase[],
  describe: (one: CoverCase, leg: LegRow, names: LegNames, toName: string) => string = (_one, _leg, { time }) => time,
) {
  const legs = cases.flatMap((one) => one.legs)
  const names = await describeLegs(ctx, legs)
  const chains = await listChainsOf(
    ctx.db,
    legs.map(({ id }) => id),
  )
  const giversBefore = (leg: LegRow) => (chains.get(leg.id) ?? []).map(({ fromId }) => fromId)
  const members = await listMembers(
    ctx.db,
    legs.flatMap((leg) => [leg.fromId, leg.toId, ...giversBefore(leg)]).filter((id) => id !== null),
  )
  const classIds = [...new Set(legs.flatMap(({ classId }) => classId ?? []))]
  const heads = await listClassTeachers(ctx, classIds, dayOf(ctx.now))
  const notices = cases.flatMap((one) =>
    one.legs.flatMap((leg): NoticeLine[] => {
      const line = describe(one, leg, names.get(leg.id)!, members.get(leg.toId ?? '')?.name ?? '')
      const ids = [leg.fromId, leg.toId, ...giversBefore(leg)]
      const ofClass = (leg.classId && heads.get(leg.classId)) || []
      const people = [
        ...toPersons(members, ids),
        one.personId,
        ...ofClass.flatMap(({ role, personId }) => (role === 'head' ? personId : [])),
      ]
      return [...new Set(people)].map((personId) => ({ personId, requestId: one.id, line }))
    }),
  )
  await notifyPeople(ctx, template, notices)
}

const toPersons = (members: ReadonlyMap<string, MemberRow>, ids: readonly (string | null)[]) =>
  ids.flatMap((id) => members.get(id ?? '')?.personId ?? [])

/** The lessons of requests, each for these people. */
export async function notifyAbout(
  ctx: Ctx,
  template: MessageTemplate,
  cases: readonly CoverCase[],
  toPeople: (one: CoverCase) => readonly string[],
  options: { url?: string; name?: string } = {},
) {
  const names = await describeLegs(
    ctx,
    cases.flatMap(({ legs }) => legs),
  )
  const notices = cases.flatMap((one) =>
    toPeople(one).map((personId): NoticeLine => ({
      personId,
      requestId: one.id,
      line: names.get(one.legs[0]!.id)!.time,
    })),
  )
  await notifyPeople(ctx, template, notices, options)
}
