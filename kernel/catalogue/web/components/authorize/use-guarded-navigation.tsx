import { useState } from 'react'
import { LeaveDialog } from '#packages/web/desk/form/leave-dialog.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'

type AddressParams = Readonly<Record<string, string | undefined>>

export interface GuardedNavigation {
  go: (params: AddressParams) => void
  setDirty: (isDirty: boolean) => void
}

/** Asks before leaving a tab, application or organisation with unsaved changes. */
export function useGuardedNavigation() {
  const { setSearch } = usePageSearch()
  const [isDirty, setDirty] = useState(false)
  const [next, setNext] = useState<AddressParams>()
  // Replaces all parameters: those of the previous view do not apply to the next one.
  const move = (params: AddressParams) => {
    setDirty(false)
    setSearch(() => new URLSearchParams(Object.entries(params).filter((part): part is [string, string] => !!part[1])))
  }
  const question = next && (
    <LeaveDialog
      hasDraft={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        move(next)
      }}
    />
  )
  return { go: (params: AddressParams) => (isDirty ? setNext(params) : move(params)), question, setDirty }
}
