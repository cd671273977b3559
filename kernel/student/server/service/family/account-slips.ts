import { createHash } from 'node:crypto'
import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, tooMany, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordOperation, recordReveals, inviteSlipField, countInviteSlipsSince } from '#kernel/audit/server'
import { lockPeople, addLoginNames, listNameOwners, getPerson } from '#kernel/identity/server'
import { describeClasses } from '#kernel/schooling/server'
import { requireStepUp } from '#kernel/sheet/server'
import { isStudentNo, slipLimits, studentApi } from '../../../contract.ts'
import {
  findOpenActivation,
  updateLoginNames,
  upsertActivations,
  markActivationUsed,
} from '../../account-slip-queries.ts'
import { hashSlipCode, hashStudentNo, decryptPrivateFacts, decryptStudentNo } from '../../encrypted-fields.ts'
import { listStudentRows, type StudentRow } from '../../student-read-queries.ts'
import { requireStudents } from '../students/scope-checks.ts'
import { createLoginName, createInviteCode } from './invite-codes.ts'

const slipDays = 30
const codeLength = 8
const { aDay: slipsADay, withoutCode } = slipLimits

type SlipForm = BodyOf<typeof studentApi.slips>

/**
 * A word for each, told this once: what is kept is what it is compared by. One before it stops working. Whoever has the
 * words has the accounts, so it is a look at each of them: with a reason, a line for each, a limit a day, and for many a
 * code by SMS.
 */
export async function createAccountSlips(own: RequestCtx, { ids: studentIds, reason, ...proof }: SlipForm) {
  const ids = [...new Set(studentIds)]
  const { rows, needsCode } = await inOwnDistrict(own, (ctx) => checkSlipLimits(ctx, ids), { readOnly: true })
  if (needsCode) await requireStepUp(own, getProofPurpose(ids), proof, `发放${withoutCode}人以上的账号单`)
  const names = await assignLoginNames(own, rows)
  const slips = await inOwnDistrict(own, async (ctx) => {
    await lockPeople(ctx, [ctx.actor.personId])
    const now = await checkSlipLimits(ctx, ids)
    // Of two at once the second one waits, and finds out.
    if (now.needsCode && !needsCode) throw new Refusal('您刚刚发放过账号单，请重试')
    return issueSlips(ctx, now.rows, names, reason)
  })
  await addLoginNames(
    own.cells,
    slips.flatMap(({ accountId, loginName: name }) => (accountId ? { accountId, name } : [])),
  )
  return slips
}

/** A code counts for these pupils and no others. */
const getProofPurpose = (ids: readonly string[]) =>
  `slips:${createHash('sha256').update(ids.toSorted().join()).digest('base64url')}`

/** Whether it may be done, and whether it takes a code. */
async function checkSlipLimits(ctx: Ctx, ids: readonly string[]) {
  const day = dayOf(ctx.now)
  await requireStudents(ctx, 'student.account', ids, day)
  const rows = await listStudentRows(ctx.db, ids, day)
  const gone = rows.find(({ isThere }) => !isThere)
  if (gone) throw new Refusal(`${gone.name}已离校，不能发放账号单`)
  const midnight = new Date(`${day}T00:00:00+08:00`)
  const issued = await countInviteSlipsSince(ctx, midnight)
  const left = slipsADay - sumCounts(issued)
  if (ids.length > left) {
    const message = `每天最多发放${slipsADay}人的账号单，今天还可以发放${left}人`
    throw tooMany(message, Math.ceil((midnight.getTime() + 86_400_000 - ctx.now.getTime()) / 1000))
  }
  // What was told in small pieces adds up; what was more had its code.
  return { rows, needsCode: ids.length + sumCounts(issued.filter((count) => count <= withoutCode)) > withoutCode }
}

const sumCounts = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** The name that each has, or a new one: for whoever has none yet, or one that leads to somebody else's account. */
async function assignLoginNames(own: RequestCtx, rows: readonly StudentRow[]): Promise<Map<string, string>> {
  const owners = await listNameOwners(
    own.cells,
    rows.flatMap(({ loginName }) => loginName || []),
  )
  return new Map(
    rows.map(({ id, loginName, accountId, orgName }) => {
      const owner = owners.get(loginName)
      return [id, loginName && (!owner || owner === accountId) ? loginName : createLoginName(orgName)]
    }),
  )
}

async function issueSlips(ctx: Ctx, rows: readonly StudentRow[], names: ReadonlyMap<string, string>, reason: string) {
  const { db, now, actor } = ctx
  const fields = await loadFieldCipher(db, actor.districtId)
  const slips = rows.map(({ id, name, classId, accountId }) => {
    const loginName = names.get(id)!
    return { id, name, classId, accountId, loginName, code: createInviteCode(codeLength) }
  })
  const expires = new Date(now.getTime() + slipDays * 86_400_000)
  // Always in the same order: two who hand out at once do not wait for each other in a ring.
  const stored = slips
    .map(({ id, loginName, code }) => {
      const hash = hashSlipCode(fields, id, code).toString('hex')
      return { student_id: id, login_name: loginName, code_hash: hash }
    })
    .toSorted((one, other) => (one.student_id < other.student_id ? -1 : 1))
  await updateLoginNames(db, stored)
  await upsertActivations(db, stored, actor.personId, expires, now)
  const ids = slips.map(({ id }) => id)
  await recordReveals(ctx, ids, { subjectKind: 'student', field: inviteSlipField, reason })
  const { path, title } = studentApi.slips
  await recordOperation(ctx, { route: path, title, objectIds: ids.slice(0, 20) })
  const classes = await describeClasses(ctx, { classIds: slips.flatMap(({ classId }) => classId ?? []) }, dayOf(now))
  return slips.map(({ classId, ...slip }) => ({ ...slip, className: classes.get(classId ?? '')?.label ?? '' }))
}

export interface StudentActivation {
  studentId: string
  personId: string
  accountId: string | null
  /** What the account is found by. */
  loginName: string
  studentNo: string
  /** What a classmate would try as the password. */
  guesses: PersonalWords
}

interface SlipCredentials {
  /** The name on the slip, or the 学籍号, in small letters. */
  userName: string
  code: string
}

/** Whose slip this is, if the name and the word belong together and it was not used. Nothing else is told. */
export async function findActivation(
  { db, now, districtId }: Pick<Ctx, 'db' | 'now'> & { districtId: DistrictId },
  { userName, code }: SlipCredentials,
): Promise<StudentActivation | undefined> {
  const fields = await loadFieldCipher(db, districtId)
  const number = userName.toUpperCase()
  const by = isStudentNo(number) ? { studentNoHash: hashStudentNo(fields, number) } : { loginName: userName }
  const row = await findOpenActivation(db, by, now)
  if (!row || !row.codeHash.equals(hashSlipCode(fields, row.studentId, code))) return undefined
  const { dictionaryWords = [], numbers = [] } = (await getPerson({ db, districtId }, row.personId))?.guesses ?? {}
  const birthday = decryptPrivateFacts(fields, row.studentId, row.private).birthday.replaceAll('-', '')
  const studentNo = decryptStudentNo(fields, row.studentId, row.studentNo)
  const further = [birthday, studentNo, studentNo.slice(1), row.schoolNo].filter(Boolean)
  const { studentId, personId, accountId, loginName } = row
  const guesses = { words: [...dictionaryWords, loginName], numbers: [...numbers, ...further] }
  return { studentId, personId, accountId, loginName, studentNo, guesses }
}

/** Uses the word up; of two at once one gets it. */
export async function consumeActivation(ctx: Ctx, studentId: string, code: string): Promise<boolean> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return markActivationUsed(ctx.db, studentId, hashSlipCode(fields, studentId, code), ctx.now)
}
