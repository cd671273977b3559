import { useEffect, useState } from 'react'
import type { PaletteSource } from '#packages/web/core/module.ts'
import type { HitGroup } from './palette-hits.ts'

const pauseMs = 200

/**
 * The results of the modules, after a pause in typing. A new query aborts the last one, and a source that fails is
 * left out.
 */
export function usePaletteSources(sources: readonly PaletteSource[], keyword: string) {
  const [answers, setAnswers] = useState<{ keyword: string; groups: readonly HitGroup[] }>({ keyword: '', groups: [] })
  const isSearching = keyword !== '' && sources.length > 0 && answers.keyword !== keyword
  useEffect(() => {
    if (!keyword || sources.length === 0) return
    const abort = new AbortController()
    const searchSource = async ({ title, search }: PaletteSource): Promise<HitGroup> => ({
      title,
      hits: await search(keyword, abort.signal).catch(() => []),
    })
    const searchAll = async () => {
      const found = await Promise.all(sources.map(searchSource))
      if (!abort.signal.aborted) setAnswers({ keyword, groups: withoutRepeats(found) })
    }
    const clock = setTimeout(() => void searchAll(), pauseMs)
    return () => {
      clearTimeout(clock)
      abort.abort()
    }
  }, [sources, keyword])
  return { isSearching, groups: answers.keyword === keyword ? answers.groups : [] }
}

/** Removes hits that an earlier source has already found. */
function withoutRepeats(groups: readonly HitGroup[]): HitGroup[] {
  const shown = new Set<string>()
  const fresh = groups.map(({ title, hits }) => ({
    title,
    hits: hits.filter(({ id }) => !shown.has(id) && shown.add(id)),
  }))
  return fresh.filter(({ hits }) => hits.length > 0)
}
