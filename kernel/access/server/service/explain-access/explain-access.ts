import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, orNotFound, invalid, matchScope, scopeOf, type Ctx } from '#packages/core'
import { findMembership } from '#kernel/staff/server/api.ts'
import type { explainAccessRoutes, AccessReason } from '../../../contract-explain-access.ts'
import { describeFunction, getPermissionTitle } from '../../permission-catalogue.ts'
import {
  getOrgNamesById,
  searchAccessPeople,
  findAccessPerson,
  type AccessPersonRow,
} from '../../explain-access-queries.ts'
import { listAllRecordKinds, findRecordKind, type AccessRecord } from '../../record-kinds.ts'
import { getOrgInScope } from '../visible-roles.ts'
import { getMembershipPermissions, listPermissionReasons } from '../effective-permissions.ts'
import { explainScope, nameScope } from './scope-explanations.ts'

type ReasonRow = Awaited<ReturnType<typeof listPermissionReasons>>[number]

/** A person whose permissions the caller may see. */
const getAccessPerson = async (ctx: Ctx, userId: string): Promise<AccessPersonRow> =>
  orNotFound(await findAccessPerson(ctx.db, scopeOf(ctx, 'role.read'), userId, dayOf(ctx.now)), '人员')

const presentPerson = ({ userId, name, orgName, post }: AccessPersonRow) => ({ userId, name, orgName, post })

const getReasonOrgNames = (ctx: Ctx, reasons: readonly ReasonRow[]) =>
  getOrgNamesById(ctx.db, [...new Set(reasons.flatMap(({ orgIds }) => orgIds))])

const presentReason = (why: ReasonRow, person: AccessPersonRow, names: ReadonlyMap<string, string>): AccessReason => ({
  roleId: why.roleId,
  roleName: why.roleName,
  via: why.via,
  viaName: why.viaName,
  origin: why.origin,
  scope: why.kind,
  scopeName: nameScope(why, person, names),
})

/** All permissions of a person today with their origin. Empty in a disabled organisation. */
export async function getEffectiveAccess(ctx: Ctx, { userId }: QueryOf<typeof explainAccessRoutes.effective>) {
  const person = await getAccessPerson(ctx, userId)
  const membership = await findMembership(ctx, userId)
  const reasons = membership ? await listPermissionReasons(ctx, membership) : []
  const names = await getReasonOrgNames(ctx, reasons)
  const hidden = membership ? (await getMembershipPermissions(ctx, membership)).hiddenFields : []
  return {
    person: presentPerson(person),
    functions: [...Map.groupBy(reasons, ({ permission }) => permission)].map(([code, ways]) => ({
      code,
      ...describeFunction(ctx, code),
      reasons: ways.map((why) => presentReason(why, person, names)),
    })),
    hiddenFields: [...hidden],
  }
}

/** People to ask about, or to assign a role to. */
export async function searchPeopleToExplain(
  ctx: Ctx,
  { keyword, orgId, direction }: BodyOf<typeof explainAccessRoutes.findPeople>,
) {
  if (orgId !== null) await getOrgInScope(ctx, 'role.read', orgId)
  const query = { keyword, orgId, direction, day: dayOf(ctx.now), limit: 20 }
  return (await searchAccessPeople(ctx.db, scopeOf(ctx, 'role.read'), query)).map(presentPerson)
}

export const listRecordKinds = (ctx: Pick<Ctx, 'app'>) =>
  listAllRecordKinds(ctx).map(({ kind, title, permissions, fields }) => ({
    kind,
    title,
    permissions: permissions.map((code) => ({ code, title: getPermissionTitle(ctx, code) })),
    fields: fields.map((code) => ({ code, title: getPermissionTitle(ctx, `field:${code}`) })),
  }))

export function searchRecords(ctx: Ctx, { kind, keyword }: BodyOf<typeof explainAccessRoutes.findRecords>) {
  const recordKind = orNotFound(findRecordKind(ctx, kind), '数据种类')
  return recordKind.find(ctx, keyword).then((records) => records.map((record) => ({ kind, ...record })))
}

interface RecordQuestion {
  kind: string
  recordId: string
  permission: string
  field: string
}

/** The record of the question with today's attributes; not found if the caller may not see it. */
export async function getQuestionRecord(
  ctx: Ctx,
  { kind, recordId, permission, field }: RecordQuestion,
): Promise<AccessRecord> {
  const recordKind = orNotFound(findRecordKind(ctx, kind), '数据种类')
  if (!recordKind.permissions.includes(permission))
    throw invalid([{ field: 'permission', msg: '该功能不适用于这类数据' }])
  if (field && !recordKind.fields.includes(field)) throw invalid([{ field: 'field', msg: '这类数据没有该字段' }])
  return orNotFound(await recordKind.facts(ctx, recordId, dayOf(ctx.now)), recordKind.title)
}

/**
 * Why a person has, or lacks, a permission for a record: every role with the permission, and whether its scope includes
 * the record.
 */
export async function explainAccess(ctx: Ctx, { userId, ...question }: BodyOf<typeof explainAccessRoutes.explain>) {
  const person = await getAccessPerson(ctx, userId)
  const facts = await getQuestionRecord(ctx, question)
  const { kind, recordId, permission } = question
  const ways = await listReasons(ctx, person, permission, facts)
  const field = question.field ? await explainField(ctx, userId, question.field) : null
  return {
    isAllowed: ways.some(({ isInScope }) => isInScope) && !field?.isHidden,
    person: presentPerson(person),
    record: { kind, id: recordId, title: facts.title, about: facts.about },
    function: getPermissionTitle(ctx, permission),
    field,
    ways,
  }
}

/** A field is visible unless all roles of the person hide it. */
async function explainField(ctx: Ctx, userId: string, code: string) {
  const membership = await findMembership(ctx, userId)
  const isHidden = membership !== undefined && (await getMembershipPermissions(ctx, membership)).hiddenFields.has(code)
  return { title: getPermissionTitle(ctx, `field:${code}`), isHidden, explanation: isHidden ? '字段对其隐藏' : '' }
}

async function listReasons(ctx: Ctx, person: AccessPersonRow, permission: string, facts: AccessRecord) {
  const membership = await findMembership(ctx, person.userId)
  const reasons = (membership ? await listPermissionReasons(ctx, membership) : []).filter(
    (why) => why.permission === permission,
  )
  const names = await getReasonOrgNames(ctx, reasons)
  return reasons.map((why) => {
    const isInScope = matchScope(why.scope, facts).length > 0
    const explanation = explainScope(why, facts, person, isInScope)
    return { ...presentReason(why, person, names), isInScope, explanation }
  })
}
