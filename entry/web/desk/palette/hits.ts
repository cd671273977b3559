import type { PaletteHit } from '#packages/web/core/module.ts'
import { marksIn } from '#packages/web/core/format/marks.ts'

export interface HitGroup {
  title: string
  hits: readonly PaletteHit[]
}

const atMost = 8

/** Pages by a part of their title, or by the letters that it begins with in pinyin; titles that begin so come first. */
export function hitsAmong(entries: readonly PaletteHit[], words: string): PaletteHit[] {
  const placeOf = ({ title }: PaletteHit) => marksIn(title, words).findIndex(({ isHit }) => isHit)
  return entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry)
    .slice(0, atMost)
}

/** Before anything is typed: what was open last, and then everything else there is. */
export function groupsOf(entries: readonly PaletteHit[], recent: readonly string[], words: string): HitGroup[] {
  if (words) return [{ title: '页面', hits: hitsAmong(entries, words) }].filter(({ hits }) => hits.length > 0)
  const last = recent.flatMap((url) => entries.find(({ id }) => id === url) ?? []).slice(0, 5)
  const others = entries.filter((entry) => !last.includes(entry))
  return [
    { title: '最近', hits: last },
    { title: '页面', hits: others },
  ].filter(({ hits }) => hits.length > 0)
}
