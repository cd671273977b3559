import { pinyin } from 'pinyin-pro'

/** Pinyin for search: 实验小学 → shiyanxiaoxue and syxx. Place names can be wrong, so users may correct it. */
export function toPinyin(text: string, kind: 'name' | 'surname' = 'name'): { full: string; initials: string } {
  const syllables = pinyin(text, {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    surname: kind === 'surname' ? 'head' : 'off',
    v: true,
  })
  const words = syllables.map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')).filter(Boolean)
  return {
    full: words.join(''),
    initials: words.map((word) => (/^\d/.test(word) ? word : word[0])).join(''),
  }
}
