import type { PaletteHit } from '#packages/web/core/module.ts'
import { splitHighlights } from '#packages/web/core/format/highlight.ts'

export interface HitGroup {
  title: string
  hits: readonly PaletteHit[]
}

const maxHits = 8

/** Finds pages by a part of their title or by its pinyin initials; titles that begin with the keyword come first. */
export function findHits(entries: readonly PaletteHit[], keyword: string): PaletteHit[] {
  const getHitIndex = ({ title }: PaletteHit) => splitHighlights(title, keyword).findIndex(({ isHit }) => isHit)
  return entries
    .map((entry) => ({ entry, index: getHitIndex(entry) }))
    .filter(({ index }) => index >= 0)
    .sort((one, other) => one.index - other.index)
    .map(({ entry }) => entry)
    .slice(0, maxHits)
}

/** Before anything is typed: recently opened pages, then all others. */
export function groupHits(entries: readonly PaletteHit[], recent: readonly string[], keyword: string): HitGroup[] {
  if (keyword) return [{ title: '页面', hits: findHits(entries, keyword) }].filter(({ hits }) => hits.length > 0)
  const last = recent.flatMap((url) => entries.find(({ id }) => id === url) ?? []).slice(0, 5)
  const others = entries.filter((entry) => !last.includes(entry))
  return [
    { title: '最近', hits: last },
    { title: '页面', hits: others },
  ].filter(({ hits }) => hits.length > 0)
}
