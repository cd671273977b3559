import { useEffect, useState } from 'react'
import type { PaletteSource } from '#packages/web/core/module.ts'
import type { HitGroup } from './hits.ts'

const pauseMs = 200

/**
 * What the modules find, once the fingers rest. Who is asked anew is told to forget the last question, and who fails is
 * left out: the others still answer.
 */
export function useSources(sources: readonly PaletteSource[], words: string) {
  const [answers, setAnswers] = useState<{ words: string; groups: readonly HitGroup[] }>({ words: '', groups: [] })
  const isAsking = words !== '' && sources.length > 0 && answers.words !== words
  useEffect(() => {
    if (!words || sources.length === 0) return
    const question = new AbortController()
    const ask = async ({ title, search }: PaletteSource): Promise<HitGroup> => ({
      title,
      hits: await search(words, question.signal).catch(() => []),
    })
    const askAll = async () => {
      const found = await Promise.all(sources.map(ask))
      if (!question.signal.aborted) setAnswers({ words, groups: withoutRepeats(found) })
    }
    const clock = setTimeout(() => void askAll(), pauseMs)
    return () => {
      clearTimeout(clock)
      question.abort()
    }
  }, [sources, words])
  return { isAsking, groups: answers.words === words ? answers.groups : [] }
}

/** Whoever was found by one before is not shown again. */
function withoutRepeats(groups: readonly HitGroup[]): HitGroup[] {
  const shown = new Set<string>()
  const fresh = groups.map(({ title, hits }) => ({
    title,
    hits: hits.filter(({ id }) => !shown.has(id) && shown.add(id)),
  }))
  return fresh.filter(({ hits }) => hits.length > 0)
}
