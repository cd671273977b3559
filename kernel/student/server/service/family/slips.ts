import { createHash } from 'node:crypto'
import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, tooMany, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation, recordReveals, slipField, slipsSince } from '#kernel/audit/server'
import { holdPeople, nameAccounts, ownersOfNames, readPerson } from '#kernel/identity/server'
import { describeClasses } from '#kernel/schooling/server'
import { demandProof } from '#kernel/sheet/server'
import { isStudentNo, slipLimits, studentApi } from '../../../contract.ts'
import { activationOf, keepLoginNames, storeActivations, takeActivation } from '../../slip-queries.ts'
import { hashSlip, hashStudentNo, openFacts, openStudentNo } from '../../numbers.ts'
import { rowsOf, type StudentRow } from '../../read-queries.ts'
import { requireStudents } from '../students/finding.ts'
import { newLoginName, newWord } from './words.ts'

const slipDays = 30
const wordLength = 8
const { aDay: slipsADay, withoutCode } = slipLimits

type Form = BodyOf<typeof studentApi.slips>

/**
 * A word for each, told this once: what is kept is what it is compared by. One before it stops working. Whoever has the
 * words has the accounts, so it is a look at each of them: with a reason, a line for each, a limit a day, and for many a
 * code by SMS.
 */
export async function makeSlips(own: OwnCtx, { ids: asked, reason, ...proof }: Form) {
  const ids = [...new Set(asked)]
  const { rows, needsCode } = await inOwnDistrict(own, (ctx) => weigh(ctx, ids), { readOnly: true })
  if (needsCode) await demandProof(own, purposeOf(ids), proof, `发放${withoutCode}人以上的账号单`)
  const names = await namesFor(own, rows)
  const slips = await inOwnDistrict(own, async (ctx) => {
    await holdPeople(ctx, [ctx.actor.personId])
    const now = await weigh(ctx, ids)
    // Of two at once the second one waits, and finds out.
    if (now.needsCode && !needsCode) throw new Refusal('您刚刚发放过账号单，请重试')
    return write(ctx, now.rows, names, reason)
  })
  await nameAccounts(
    own.cells,
    slips.flatMap(({ accountId, loginName: name }) => (accountId ? { accountId, name } : [])),
  )
  return slips
}

/** A code counts for these pupils and no others. */
const purposeOf = (ids: readonly string[]) =>
  `slips:${createHash('sha256').update(ids.toSorted().join()).digest('base64url')}`

/** Whether it may be done, and whether it takes a code. */
async function weigh(ctx: Ctx, ids: readonly string[]) {
  const day = dayOf(ctx.now)
  await requireStudents(ctx, 'student.account', ids, day)
  const rows = await rowsOf(ctx.db, ids, day)
  const gone = rows.find(({ isThere }) => !isThere)
  if (gone) throw new Refusal(`${gone.name}已离校，不能发放账号单`)
  const midnight = new Date(`${day}T00:00:00+08:00`)
  const told = await slipsSince(ctx, midnight)
  const left = slipsADay - sum(told)
  if (ids.length > left) {
    const words = `每天最多发放${slipsADay}人的账号单，今天还可以发放${left}人`
    throw tooMany(words, Math.ceil((midnight.getTime() + 86_400_000 - ctx.now.getTime()) / 1000))
  }
  // What was told in small pieces adds up; what was more had its code.
  return { rows, needsCode: ids.length + sum(told.filter((count) => count <= withoutCode)) > withoutCode }
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** The name that each has, or a new one: for whoever has none yet, or one that leads to somebody else's account. */
async function namesFor(own: OwnCtx, rows: readonly StudentRow[]): Promise<Map<string, string>> {
  const owners = await ownersOfNames(
    own.cells,
    rows.flatMap(({ loginName }) => loginName || []),
  )
  return new Map(
    rows.map(({ id, loginName, accountId, orgName }) => {
      const owner = owners.get(loginName)
      return [id, loginName && (!owner || owner === accountId) ? loginName : newLoginName(orgName)]
    }),
  )
}

async function write(ctx: Ctx, rows: readonly StudentRow[], names: ReadonlyMap<string, string>, reason: string) {
  const { db, now, actor } = ctx
  const fields = await fieldsOf(db, actor.districtId)
  const slips = rows.map(({ id, name, classId, accountId }) => {
    const loginName = names.get(id)!
    return { id, name, classId, accountId, loginName, code: newWord(wordLength) }
  })
  const expires = new Date(now.getTime() + slipDays * 86_400_000)
  // Always in the same order: two who hand out at once do not wait for each other in a ring.
  const kept = slips
    .map(({ id, loginName, code }) => {
      const hash = hashSlip(fields, id, code).toString('hex')
      return { student_id: id, login_name: loginName, code_hash: hash }
    })
    .toSorted((one, other) => (one.student_id < other.student_id ? -1 : 1))
  await keepLoginNames(db, kept)
  await storeActivations(db, kept, actor.personId, expires, now)
  const ids = slips.map(({ id }) => id)
  await recordReveals(ctx, ids, { subjectKind: 'student', field: slipField, reason })
  const { path, title } = studentApi.slips
  await recordOperation(ctx, { route: path, title, objectIds: ids.slice(0, 20) })
  const classes = await describeClasses(ctx, { classIds: slips.flatMap(({ classId }) => classId ?? []) }, dayOf(now))
  return slips.map(({ classId, ...slip }) => ({ ...slip, className: classes.get(classId ?? '')?.label ?? '' }))
}

export interface Activation {
  studentId: string
  personId: string
  accountId: string | null
  /** What the account is found by. */
  loginName: string
  studentNo: string
  /** What a classmate would try as the password. */
  guesses: PersonalWords
}

interface Slip {
  /** The name on the slip, or the 学籍号, in small letters. */
  userName: string
  code: string
}

/** Whose slip this is, if the name and the word belong together and it was not used. Nothing else is told. */
export async function findActivation(
  { db, now, districtId }: Pick<Ctx, 'db' | 'now'> & { districtId: DistrictId },
  { userName, code }: Slip,
): Promise<Activation | undefined> {
  const fields = await fieldsOf(db, districtId)
  const number = userName.toUpperCase()
  const by = isStudentNo(number) ? { studentNoHash: hashStudentNo(fields, number) } : { loginName: userName }
  const row = await activationOf(db, by, now)
  if (!row || !row.codeHash.equals(hashSlip(fields, row.studentId, code))) return undefined
  const { words = [], numbers = [] } = (await readPerson({ db, districtId }, row.personId))?.guesses ?? {}
  const birthday = openFacts(fields, row.studentId, row.private).birthday.replaceAll('-', '')
  const studentNo = openStudentNo(fields, row.studentId, row.studentNo)
  const further = [birthday, studentNo, studentNo.slice(1), row.schoolNo].filter(Boolean)
  const { studentId, personId, accountId, loginName } = row
  const guesses = { words: [...words, loginName], numbers: [...numbers, ...further] }
  return { studentId, personId, accountId, loginName, studentNo, guesses }
}

/** Uses the word up; of two at once one gets it. */
export async function useActivation(ctx: Ctx, studentId: string, code: string): Promise<boolean> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return takeActivation(ctx.db, studentId, hashSlip(fields, studentId, code), ctx.now)
}
