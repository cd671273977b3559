import { useState } from 'react'
import { isNarrowed, keyword } from './place.ts'
import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'

/** The words in the search field until they are asked for. Whatever else changes the question changes them too. */
export function useDraft<Row extends RowWithId, Detail extends Row, Values extends object>({
  place,
  move,
}: ListModel<Row, Detail, Values>) {
  const asked = place.filter[keyword] ?? ''
  const [draft, setDraft] = useState({ of: asked, text: asked })
  if (draft.of !== asked) setDraft({ of: asked, text: asked })
  const words = draft.text.trim()

  const filterWith = (name: string, value: string | undefined) => {
    const next: Record<string, string | undefined> = { ...place.filter, [keyword]: words, [name]: value }
    return Object.fromEntries(Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])))
  }
  return {
    text: draft.text,
    setText: (text: string) => setDraft({ of: asked, text }),
    /** False when nothing was new. */
    apply: () => {
      if (words === asked) return false
      move({ filter: filterWith(keyword, words) })
      return true
    },
    choose: (name: string, value: string | undefined) => move({ filter: filterWith(name, value) }),
    clear: () => {
      setDraft({ of: asked, text: '' })
      if (isNarrowed(place)) move({ filter: {} })
    },
  }
}
