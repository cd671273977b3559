import { useState } from 'react'
import { isNarrowed, keyword } from './list-state.ts'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'

/** The text of the search field before it is applied. Any other change of the filter updates it. */
export function useSearchDraft<Row extends RowWithId, Detail extends Row, Values extends object>({
  listState,
  move,
}: ListModel<Row, Detail, Values>) {
  const currentKeyword = listState.filter[keyword] ?? ''
  const [draft, setDraft] = useState({ of: currentKeyword, text: currentKeyword })
  if (draft.of !== currentKeyword) setDraft({ of: currentKeyword, text: currentKeyword })
  const trimmedText = draft.text.trim()

  const filterWith = (name: string, value: string | undefined) => {
    const next: Record<string, string | undefined> = { ...listState.filter, [keyword]: trimmedText, [name]: value }
    return Object.fromEntries(Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])))
  }
  return {
    text: draft.text,
    setText: (text: string) => setDraft({ of: currentKeyword, text }),
    /** False when nothing has changed. */
    apply: () => {
      if (trimmedText === currentKeyword) return false
      move({ filter: filterWith(keyword, trimmedText) })
      return true
    },
    choose: (name: string, value: string | undefined) => move({ filter: filterWith(name, value) }),
    clear: () => {
      setDraft({ of: currentKeyword, text: '' })
      if (isNarrowed(listState)) move({ filter: {} })
    },
  }
}
