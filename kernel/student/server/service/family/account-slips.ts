import { createHash } from 'node:crypto'
import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, tooMany, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordOperation, recordReveals, inviteSlipField, countInviteSlipsSince } from '#kernel/audit/server/api.ts'
import { lockPeople, addLoginNames, listNameOwners, getPerson } from '#kernel/identity/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { requireStepUp } from '#kernel/sheet/server/api.ts'
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
 * Returns a new activation code per pupil. The codes are returned only once, because only their hashes are stored;
 * earlier codes become invalid. A code gives access to an account, so issuing it counts as a reveal: it needs a reason,
 * is logged per pupil, has a daily limit, and needs an SMS code for many pupils.
 */
export async function createAccountSlips(own: RequestCtx, { ids: studentIds, reason, ...proof }: SlipForm) {
  const ids = [...new Set(studentIds)]
  const { rows, needsCode } = await inOwnDistrict(own, (ctx) => checkSlipLimits(ctx, ids), { readOnly: true })
  if (needsCode) await requireStepUp(own, getProofPurpose(ids), proof, `发放${withoutCode}人以上的账号单`)
  const names = await assignLoginNames(own, rows)
  const slips = await inOwnDistrict(own, async (ctx) => {
    await lockPeople(ctx, [ctx.actor.personId])
    const now = await checkSlipLimits(ctx, ids)
    // A concurrent request waits for the lock and may then exceed the limit.
    if (now.needsCode && !needsCode) throw new Refusal('您刚刚发放过账号单，请重试')
    return issueSlips(ctx, now.rows, names, reason)
  })
  await addLoginNames(
    own.cells,
    slips.flatMap(({ accountId, loginName: name }) => (accountId ? { accountId, name } : [])),
  )
  return slips
}

/** The SMS code is valid only for these pupils. */
const getProofPurpose = (ids: readonly string[]) =>
  `slips:${createHash('sha256').update(ids.toSorted().join()).digest('base64url')}`

/** Checks scope and daily limit, and returns whether an SMS code is needed. */
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
  // Small batches of the day add up. Larger batches are not counted, because each of them needed an SMS code.
  return { rows, needsCode: ids.length + sumCounts(issued.filter((count) => count <= withoutCode)) > withoutCode }
}

const sumCounts = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** Keeps a pupil's login name. Creates a new one for pupils without one, or if the name belongs to another account. */
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
  // Sorted by id, so that two concurrent requests cannot deadlock.
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
  /** The name with which the pupil signs in. */
  loginName: string
  studentNo: string
  /** Personal words and numbers that a classmate might guess as the password. */
  guesses: PersonalWords
}

interface SlipCredentials {
  /** The name on the slip, or the 学籍号, in lower case. */
  userName: string
  code: string
}

/**
 * Returns the activation if name and code match and it is unused; otherwise undefined, without saying which part is
 * wrong.
 */
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
  const guesses = { dictionaryWords: [...dictionaryWords, loginName], numbers: [...numbers, ...further] }
  return { studentId, personId, accountId, loginName, studentNo, guesses }
}

/** Marks the code as used. Returns false if a concurrent request has used it first. */
export async function consumeActivation(ctx: Ctx, studentId: string, code: string): Promise<boolean> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return markActivationUsed(ctx.db, studentId, hashSlipCode(fields, studentId, code), ctx.now)
}
