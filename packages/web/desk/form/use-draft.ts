import { useEffect, useRef, useState } from 'react'
import { usePreferenceStore, type SavedDraft } from '../preference-store.ts'
import { createDraftSaver } from './draft-saver.ts'

interface Settings {
  /** Without a key nothing is stored. */
  key: string | undefined
  value: unknown
  isDirty: boolean
  /** Puts a stored draft into the form. */
  onRestore: (value: unknown) => void
}

/** Stores the typed values, and offers at the start the draft of the last time. */
export function useDraft({ key, value, isDirty, onRestore }: Settings) {
  const { saver, savedAt, hasFailed } = useSaver(key)
  const { offer, setOffer, isLoaded } = useOffer(key)
  const isDecided = offer === undefined
  const isSaved = savedAt !== ''

  useEffect(() => {
    if (!saver || !isDecided) return
    if (isDirty) saver.change(value)
    else if (isSaved) void saver.drop()
    // Unchanged values are no reason to drop a draft; the saver only waits for the next change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [saver, isDecided, isDirty, value])

  const latest = useRef({ value, isDirty })
  useEffect(() => {
    latest.current = { value, isDirty }
  })
  usePageHide(() => {
    // A user who continues typing without a decision has decided: the newer text is stored.
    if (!isDecided && latest.current.isDirty) saver?.change(latest.current.value)
    saver?.leave()
  })

  return {
    canKeep: saver !== undefined,
    /** Whether the search for an earlier draft has finished. */
    isLoaded,
    savedAt,
    hasFailed,
    offer,
    restore: () => {
      if (!offer) return
      setOffer(undefined)
      onRestore(offer.value)
    },
    discard: () => {
      setOffer(undefined)
      void saver?.drop()
    },
    save: async () => {
      if (!saver || !latest.current.isDirty) return
      setOffer(undefined)
      saver.change(latest.current.value)
      await saver.flush()
    },
    /** The form is being sent: pending changes are saved, and the offered draft is no longer needed. */
    settle: () => {
      setOffer(undefined)
      void saver?.flush()
    },
    /** Deletes the draft, because the form was sent or discarded. */
    drop: async () => {
      setOffer(undefined)
      await saver?.drop()
    },
  }
}

function useSaver(key: string | undefined) {
  const store = usePreferenceStoreFor(key)
  const [state, setState] = useState({ savedAt: '', hasFailed: false })
  const [saver] = useState(() => {
    if (key === undefined || !store) return undefined
    return createDraftSaver(
      {
        save: (value) => store.saveDraft(key, value),
        drop: async () => {
          await store.dropDraft(key)
          setState({ savedAt: '', hasFailed: false })
        },
      },
      {
        saved: (savedAt) => setState({ savedAt, hasFailed: false }),
        failed: () => setState((before) => ({ ...before, hasFailed: true })),
      },
    )
  })
  return { saver, ...state }
}

/** A form without drafts needs no store. The context is read by `use`, which may be called conditionally. */
function usePreferenceStoreFor(key: string | undefined) {
  // eslint-disable-next-line react-hooks/rules-of-hooks
  return key === undefined ? null : usePreferenceStore()
}

/** Loaded once: a page that was only hidden still has its values. */
function useOffer(key: string | undefined) {
  const store = usePreferenceStoreFor(key)
  const [offer, setOffer] = useState<SavedDraft>()
  const [isLoaded, setLoaded] = useState(key === undefined)
  const hasRequested = useRef(false)
  useEffect(() => {
    if (key === undefined || !store || hasRequested.current) return
    hasRequested.current = true
    const answer = (draft: SavedDraft | null) => {
      if (draft) setOffer(draft)
      setLoaded(true)
    }
    // Without the old draft the form can still be used.
    store.readDraft(key).then(answer, () => answer(null))
  }, [key, store])
  return { offer, setOffer, isLoaded }
}

/** The tab is hidden or closed, or the page unmounts: on phones this is the last event. */
function usePageHide(leave: () => void) {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && latest.current()
    const handleHide = () => latest.current()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', handleHide)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', handleHide)
      latest.current()
    }
  }, [])
}
