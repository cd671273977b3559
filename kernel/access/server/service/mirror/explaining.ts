import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, found, invalid, reachedBy, scopeOf, type Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import type { mirrorRoutes, Reason } from '../../../contract-mirror.ts'
import { functionNamed, titleOf } from '../../catalogue.ts'
import { namesOfOrgs, peopleNamed, personWithin, type PersonRow } from '../../mirror-queries.ts'
import { allRecordKinds, recordKindNamed, type RecordFacts } from '../../records.ts'
import { reachedOrg } from '../holding.ts'
import { permissionsOf, reasonsOf } from '../reasons.ts'
import { explainReach, nameScope } from './words.ts'

type Why = Awaited<ReturnType<typeof reasonsOf>>[number]

/** Somebody whose rights the caller may look at. */
const findPerson = async (ctx: Ctx, userId: string): Promise<PersonRow> =>
  found(await personWithin(ctx.db, scopeOf(ctx, 'role.read'), userId, dayOf(ctx.now)), '人员')

const present = ({ userId, name, orgName, post }: PersonRow) => ({ userId, name, orgName, post })

const namesIn = (ctx: Ctx, reasons: readonly Why[]) =>
  namesOfOrgs(ctx.db, [...new Set(reasons.flatMap(({ orgIds }) => orgIds))])

const presentReason = (why: Why, person: PersonRow, names: ReadonlyMap<string, string>): Reason => ({
  roleId: why.roleId,
  roleName: why.roleName,
  via: why.via,
  viaName: why.viaName,
  origin: why.origin,
  scope: why.kind,
  scopeName: nameScope(why, person, names),
})

/** Everything that somebody may do today, each with where it comes from. In a closed organisation that is nothing. */
export async function readEffective(ctx: Ctx, { userId }: QueryOf<typeof mirrorRoutes.effective>) {
  const person = await findPerson(ctx, userId)
  const place = await findPlace(ctx, userId)
  const reasons = place ? await reasonsOf(ctx, place) : []
  const names = await namesIn(ctx, reasons)
  const hidden = place ? (await permissionsOf(ctx, place)).hiddenFields : []
  return {
    person: present(person),
    functions: [...Map.groupBy(reasons, ({ permission }) => permission)].map(([code, ways]) => ({
      code,
      ...functionNamed(code),
      reasons: ways.map((why) => presentReason(why, person, names)),
    })),
    hiddenFields: [...hidden],
  }
}

/** Somebody to ask about, or to give a role to. */
export async function findPeople(ctx: Ctx, { keyword, orgId, side }: BodyOf<typeof mirrorRoutes.findPeople>) {
  if (orgId !== null) await reachedOrg(ctx, 'role.read', orgId)
  const asked = { keyword, orgId, side, day: dayOf(ctx.now), limit: 20 }
  return (await peopleNamed(ctx.db, scopeOf(ctx, 'role.read'), asked)).map(present)
}

export const listRecordKinds = () =>
  allRecordKinds().map(({ kind, title, permissions, fields }) => ({
    kind,
    title,
    permissions: permissions.map((code) => ({ code, title: titleOf(code) })),
    fields: fields.map((code) => ({ code, title: titleOf(`field:${code}`) })),
  }))

export function findRecords(ctx: Ctx, { kind, keyword }: BodyOf<typeof mirrorRoutes.findRecords>) {
  const asked = found(recordKindNamed(kind), '数据种类')
  return asked.find(ctx, keyword).then((records) => records.map((record) => ({ kind, ...record })))
}

interface Question {
  kind: string
  recordId: string
  permission: string
  field: string
}

/** The record that is asked about, as it belongs today; what the caller may not see does not exist. */
export async function factsAsked(ctx: Ctx, { kind, recordId, permission, field }: Question): Promise<RecordFacts> {
  const asked = found(recordKindNamed(kind), '数据种类')
  if (!asked.permissions.includes(permission)) throw invalid([{ field: 'permission', msg: '该功能不适用于这类数据' }])
  if (field && !asked.fields.includes(field)) throw invalid([{ field: 'field', msg: '这类数据没有该字段' }])
  return found(await asked.facts(ctx, recordId, dayOf(ctx.now)), asked.title)
}

/** Why somebody can, or cannot, do something to a record: every role that gives the function, and whether it reaches so far. */
export async function explain(ctx: Ctx, { userId, ...question }: BodyOf<typeof mirrorRoutes.explain>) {
  const person = await findPerson(ctx, userId)
  const facts = await factsAsked(ctx, question)
  const { kind, recordId, permission } = question
  const ways = await waysTo(ctx, person, permission, facts)
  const field = question.field ? await fieldFor(ctx, userId, question.field) : null
  return {
    isAllowed: ways.some(({ isReached }) => isReached) && !field?.isHidden,
    person: present(person),
    record: { kind, id: recordId, title: facts.title, about: facts.about },
    function: titleOf(permission),
    field,
    ways,
  }
}

/** Whether somebody is shown a field at all: she is unless every role of hers hides it. */
async function fieldFor(ctx: Ctx, userId: string, code: string) {
  const place = await findPlace(ctx, userId)
  const isHidden = place !== undefined && (await permissionsOf(ctx, place)).hiddenFields.has(code)
  return { title: titleOf(`field:${code}`), isHidden, words: isHidden ? '字段对其隐藏' : '' }
}

async function waysTo(ctx: Ctx, person: PersonRow, permission: string, facts: RecordFacts) {
  const place = await findPlace(ctx, person.userId)
  const reasons = (place ? await reasonsOf(ctx, place) : []).filter((why) => why.permission === permission)
  const names = await namesIn(ctx, reasons)
  return reasons.map((why) => {
    const isReached = reachedBy(why.scope, facts).length > 0
    const words = explainReach(why, facts, person, isReached)
    return { ...presentReason(why, person, names), isReached, words }
  })
}
