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
      if (!question.signal.aborted) setAnswers({ words, groups: found.filter(({ hits }) => hits.length > 0) })
    }
    const clock = setTimeout(() => void askAll(), pauseMs)
    return () => {
      clearTimeout(clock)
      question.abort()
    }
  }, [sources, words])
  return { isAsking, groups: answers.words === words ? answers.groups : [] }
}
