import { dayOf, Refusal, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { readPerson } from '#kernel/identity/server'
import { describeClasses } from '#kernel/schooling/server'
import { requireNumbersShown } from '../../hidden.ts'
import { activationOf, storeActivations, takeActivation } from '../../slip-queries.ts'
import { hashSlip, hashStudentNo, openFacts, openStudentNo } from '../../numbers.ts'
import { rowsOf } from '../../read-queries.ts'
import { requireStudents } from '../students/finding.ts'
import { newWord } from './words.ts'

const slipDays = 30
const wordLength = 8

/** A word for each, told this once: what is kept is what it is compared by. One before it stops working. */
export async function makeSlips(ctx: Ctx, ids: readonly string[]) {
  const day = dayOf(ctx.now)
  await requireStudents(ctx, 'student.account', ids, day)
  requireNumbersShown(ctx)
  const rows = await rowsOf(ctx.db, [...new Set(ids)], day)
  const gone = rows.find(({ isThere }) => !isThere)
  if (gone) throw new Refusal(`${gone.name}已离校，不能发放账号条`)
  const nameless = rows.find(({ studentNo }) => !studentNo)
  if (nameless) throw new Refusal(`${nameless.name}没有学籍号，请先补录`)
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const slips = rows.map((row) => ({ ...row, code: newWord(wordLength) }))
  const expires = new Date(ctx.now.getTime() + slipDays * 86_400_000)
  const kept = slips.map(({ id, code }) => ({ student_id: id, code_hash: hashSlip(fields, id, code).toString('hex') }))
  await storeActivations(ctx.db, kept, ctx.actor.personId, expires, ctx.now)
  const classes = await describeClasses(ctx, { classIds: slips.flatMap(({ classId }) => classId ?? []) }, day)
  return slips.map(({ id, name, classId, studentNo, code }) => ({
    ...{ id, name, className: classes.get(classId ?? '')?.label ?? '', code },
    loginName: openStudentNo(fields, studentNo),
  }))
}

export interface Activation {
  studentId: string
  personId: string
  accountId: string | null
  /** What a classmate would try as the password. */
  guesses: PersonalWords
}

interface Slip {
  studentNo: string
  code: string
}

/** Whose slip this is, if the number and the word belong together and it was not used. Nothing else is told. */
export async function findActivation(
  { db, now, districtId }: Pick<Ctx, 'db' | 'now'> & { districtId: DistrictId },
  { studentNo, code }: Slip,
): Promise<Activation | undefined> {
  const fields = await fieldsOf(db, districtId)
  const row = await activationOf(db, hashStudentNo(fields, studentNo), now)
  if (!row || !row.codeHash.equals(hashSlip(fields, row.studentId, code))) return undefined
  const { words = [], numbers = [] } = (await readPerson({ db, districtId }, row.personId))?.guesses ?? {}
  const birthday = openFacts(fields, row.private).birthday.replaceAll('-', '')
  const further = [birthday, studentNo, studentNo.slice(1), row.schoolNo].filter(Boolean)
  const { studentId, personId, accountId } = row
  return { studentId, personId, accountId, guesses: { words, numbers: [...numbers, ...further] } }
}

/** Uses the word up; of two at once one gets it. */
export async function useActivation(ctx: Ctx, studentId: string, code: string): Promise<boolean> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return takeActivation(ctx.db, studentId, hashSlip(fields, studentId, code), ctx.now)
}
