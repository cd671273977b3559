import { useState } from 'react'
import { LeaveQuestion } from '#packages/web/desk/form/leave-question.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'

type Place = Readonly<Record<string, string | undefined>>

export interface Going {
  go: (place: Place) => void
  setDirty: (isDirty: boolean) => void
}

/** Going to another tab, application or organisation asks first, when there is something to lose. */
export function useGoing() {
  const { setSearch } = usePageSearch()
  const [isDirty, setDirty] = useState(false)
  const [next, setNext] = useState<Place>()
  // The whole of the address: nothing of the place before belongs to the next one.
  const move = (place: Place) => {
    setDirty(false)
    setSearch(() => new URLSearchParams(Object.entries(place).filter((part): part is [string, string] => !!part[1])))
  }
  const question = next && (
    <LeaveQuestion
      isKept={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        move(next)
      }}
    />
  )
  return { go: (place: Place) => (isDirty ? setNext(place) : move(place)), question, setDirty }
}
