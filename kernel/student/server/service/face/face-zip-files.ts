import { dayOf, type Ctx } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { isStudentNo, maxUnmatchedShown, type FaceZipOutcome } from '../../../contract.ts'
import { findPupilsByNumbers } from '../../face-queries.ts'
import { hashStudentNo } from '../../encrypted-fields.ts'
import type { FaceZip } from '../../face-zip-queries.ts'
import { getFaceScope } from './faces.ts'

export interface MatchedPupil {
  studentId: string
  name: string
}

/** 三年级/G330106201503120019.jpg → G330106201503120019. */
const getNumberInFileName = (file: string) =>
  file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.[^.]*$/, '')
    .trim()

/** Directories, hidden files and files that an operating system adds to a folder. */
export const isJunkFile = (file: string) => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\/$/i.test(file)
export const isPicture = (file: string) => /\.(jpe?g|png)$/i.test(file)

/** Matches files to pupils by the student number in the file name, within the caller's scope and this school. */
export async function matchFilesToPupils(
  ctx: Ctx,
  orgId: string,
  files: readonly string[],
): Promise<Map<string, MatchedPupil>> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const numbers = new Map(files.map((file) => [file, getNumberInFileName(file)]))
  const hashOf = (number: string) => hashStudentNo(fields, number.toUpperCase())
  const all = [...new Set(numbers.values())].filter(Boolean)
  const national = all.filter((number) => isStudentNo(number.toUpperCase()))
  const pupils = await findPupilsByNumbers(
    ctx.db,
    getFaceScope(ctx),
    { orgId, day: dayOf(ctx.now) },
    { noHashes: national.map(hashOf), schoolNos: all },
  )
  const byHash = new Map(pupils.map((pupil) => [pupil.noHash, pupil]))
  const bySchoolNo = new Map(pupils.flatMap((pupil) => (pupil.schoolNo ? [[pupil.schoolNo, pupil] as const] : [])))
  const known = new Set(national)
  const matched = new Map<string, MatchedPupil>()
  for (const [file, number] of numbers) {
    const pupil = (known.has(number) ? byHash.get(hashOf(number).toString('hex')) : undefined) ?? bySchoolNo.get(number)
    if (pupil) matched.set(file, { studentId: pupil.studentId, name: pupil.name })
  }
  return matched
}

const outcomeCipherField = 'face_zip.outcome'
const maxRefusedShown = 2000

export type ZipEntryResult = 'accepted' | 'unmatched' | { name: string; why: string }

/** The outcome is encrypted, because the file names are student numbers. */
export const encryptOutcome = (fields: FieldCipher, id: string, outcome: FaceZipOutcome) =>
  fields.encrypt(outcomeCipherField, JSON.stringify(outcome), id)

export const decryptOutcome = (fields: FieldCipher, { id, outcome }: Pick<FaceZip, 'id' | 'outcome'>): FaceZipOutcome =>
  outcome
    ? (JSON.parse(fields.decrypt(outcomeCipherField, outcome, id)) as FaceZipOutcome)
    : { accepted: 0, unmatched: [], unmatchedCount: 0, refused: [] }

export function addEntryResult(outcome: FaceZipOutcome, file: string, result: ZipEntryResult): FaceZipOutcome {
  if (result === 'accepted') return { ...outcome, accepted: outcome.accepted + 1 }
  if (result === 'unmatched')
    return {
      ...outcome,
      unmatched: outcome.unmatched.length < maxUnmatchedShown ? [...outcome.unmatched, file] : outcome.unmatched,
      unmatchedCount: outcome.unmatchedCount + 1,
    }
  return outcome.refused.length < maxRefusedShown
    ? { ...outcome, refused: [...outcome.refused, { file, ...result }] }
    : outcome
}

export const describeOutcome = ({ accepted, unmatchedCount, refused }: FaceZipOutcome) =>
  `通过检查${accepted}张，未找到学生${unmatchedCount}张，不符合要求${refused.length}张`
