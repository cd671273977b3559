import { toPinyin } from '#packages/pinyin'
import type { ApplicationChange } from '../../application-queries.ts'

export const withPinyin = (facts: ApplicationChange) => {
  const { full, initials } = toPinyin(facts.name)
  return { ...facts, pinyin: full, initials }
}
