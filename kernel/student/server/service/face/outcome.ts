import type { FieldCipher } from '#packages/crypto'
import { unmatchedTold, type FaceOutcome } from '../../../contract.ts'
import type { FaceZip } from '../../face-zip-queries.ts'

const field = 'face_zip.outcome'
const refusedTold = 2000

/** What became of one file of a zip. */
export type Verdict = 'accepted' | 'unmatched' | { name: string; why: string }

/** Names of files are numbers of pupils: what is told of them lies sealed. */
export const sealOutcome = (fields: FieldCipher, id: string, outcome: FaceOutcome) =>
  fields.encrypt(field, JSON.stringify(outcome), id)

export const openOutcome = (fields: FieldCipher, { id, outcome }: Pick<FaceZip, 'id' | 'outcome'>): FaceOutcome =>
  outcome
    ? (JSON.parse(fields.decrypt(field, outcome, id)) as FaceOutcome)
    : { accepted: 0, unmatched: [], unmatchedCount: 0, refused: [] }

export function withVerdict(outcome: FaceOutcome, file: string, verdict: Verdict): FaceOutcome {
  if (verdict === 'accepted') return { ...outcome, accepted: outcome.accepted + 1 }
  if (verdict === 'unmatched')
    return {
      ...outcome,
      unmatched: outcome.unmatched.length < unmatchedTold ? [...outcome.unmatched, file] : outcome.unmatched,
      unmatchedCount: outcome.unmatchedCount + 1,
    }
  return outcome.refused.length < refusedTold
    ? { ...outcome, refused: [...outcome.refused, { file, ...verdict }] }
    : outcome
}

export const wordsOf = ({ accepted, unmatchedCount, refused }: FaceOutcome) =>
  `通过检查${accepted}张，未找到学生${unmatchedCount}张，不符合要求${refused.length}张`
