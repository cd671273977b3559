import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { isStudentNo } from '../../../contract.ts'
import { pupilsByNumbers } from '../../face-queries.ts'
import { hashStudentNo } from '../../numbers.ts'
import { faceScope } from './reach.ts'

export interface Whose {
  studentId: string
  name: string
}

/** 三年级/G330106201503120019.jpg → G330106201503120019. */
const numberIn = (file: string) =>
  file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.[^.]*$/, '')
    .trim()

/** What a folder holds besides what somebody has put into it. */
export const isLitter = (file: string) => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\/$/i.test(file)
export const isPicture = (file: string) => /\.(jpe?g|png)$/i.test(file)

/** Whose photographs these are, by the numbers that they are named after; within reach, and in this school. */
export async function matchFiles(ctx: Ctx, orgId: string, files: readonly string[]): Promise<Map<string, Whose>> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const numbers = new Map(files.map((file) => [file, numberIn(file)]))
  const hashOf = (number: string) => hashStudentNo(fields, number.toUpperCase())
  const all = [...new Set(numbers.values())].filter(Boolean)
  const national = all.filter((number) => isStudentNo(number.toUpperCase()))
  const pupils = await pupilsByNumbers(
    ctx.db,
    faceScope(ctx),
    { orgId, day: dayOf(ctx.now) },
    { noHashes: national.map(hashOf), schoolNos: all },
  )
  const byHash = new Map(pupils.map((pupil) => [pupil.noHash, pupil]))
  const bySchoolNo = new Map(pupils.flatMap((pupil) => (pupil.schoolNo ? [[pupil.schoolNo, pupil] as const] : [])))
  const known = new Set(national)
  const whose = new Map<string, Whose>()
  for (const [file, number] of numbers) {
    const pupil = (known.has(number) ? byHash.get(hashOf(number).toString('hex')) : undefined) ?? bySchoolNo.get(number)
    if (pupil) whose.set(file, { studentId: pupil.studentId, name: pupil.name })
  }
  return whose
}
