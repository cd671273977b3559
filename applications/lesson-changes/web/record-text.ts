import { formatHundredths, labelOf } from '#packages/contract'
import { coverKinds } from '#engines/cover/contract.ts'
import type { CoverRecord } from '../contract-records.ts'

/** 150 → 1.5 */
export const formatHours = (hundredths: number) => formatHundredths(hundredths, undefined)

/** 2026年10月 */
export const formatMonth = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`

/** What happens to a lesson, as pupils and colleagues may read it: never why. */
export function describeChange({ kind, fromTeacher, toTeacher, moved }: CoverRecord): string {
  const to = toTeacher?.name ?? ''
  if (!toTeacher && ['substitute', 'supervise', 'merge'].includes(kind)) return `${nameKind({ kind })}，教师待定`
  const place = moved ? `，调至 ${moved}` : ''
  switch (kind) {
    case 'substitute':
      return `由${to}代课`
    case 'supervise':
      return `自习，由${to}看管`
    case 'merge':
      return `合班，由${to}上课`
    case 'swap':
      return `与${to}的课对调${place}`
    case 'move':
      return `${fromTeacher?.name ?? ''}的课移课${place}`
    case 'cancel':
      return moved ? `停课，补课 ${moved}` : '停课'
  }
}

export const nameKind = ({ kind }: Pick<CoverRecord, 'kind'>) => labelOf(coverKinds, kind)
