import { useEffect, useRef, useState } from 'react'
import { newId } from '#packages/core/id.ts'
import { useOnline } from '../use-online.ts'
import type { Draft, DraftStore, FlowRecord } from './draft-store.ts'
import { createDraftAutosave, type DraftSaveState } from './draft-autosave.ts'

/** An empty draft with its own idempotency key. */
export const createFlowRecord = (start: Draft = {}): FlowRecord => ({
  draft: start,
  step: 0,
  reached: 0,
  field: '',
  idempotencyKey: newId(),
  at: Date.now(),
})

interface Settings {
  name: string
  first: FlowRecord
  store: DraftStore
  save: ((draft: Draft) => Promise<void>) | undefined
}

/** A draft that is saved while it is typed, and its save state. */
export function useDraft({ name, first, store, save }: Settings) {
  const [record, setRecord] = useState(first)
  const [saved, setSaved] = useState<DraftSaveState>({ at: 'nowhere' })
  // Several changes may come before the next render.
  const latest = useRef(first)
  const [autosave] = useState(() =>
    createDraftAutosave<FlowRecord>({
      write: (stored) => store.write(name, stored),
      save: save && ((stored) => save(stored.draft)),
      isOnline: () => navigator.onLine,
      onSaved: setSaved,
    }),
  )
  const online = useOnline()
  useEffect(() => autosave.handleConnectionChange(), [autosave, online])
  useEffect(() => autosave.stop, [autosave])

  const change = (part: Partial<FlowRecord>) => {
    latest.current = { ...latest.current, ...part, at: Date.now() }
    setRecord(latest.current)
    autosave.change(latest.current)
  }
  /** Deletes all typed values, here and in the store. */
  const discard = async (start: Draft | undefined) => {
    latest.current = createFlowRecord(start)
    setRecord(latest.current)
    setSaved({ at: 'nowhere' })
    await store.remove(name)
  }
  return { record, saved, autosave, change, discard }
}
