import { useEffect, useRef, useState } from 'react'
import { usePreferenceStore, type SavedDraft } from '../preference-store.ts'
import { createDraftSaver } from './draft-saver.ts'

interface Settings {
  /** Without one nothing is kept. */
  key: string | undefined
  value: unknown
  isDirty: boolean
  /** Puts a draft of the past into the form. */
  onRestore: (value: unknown) => void
}

/** Keeps what is being typed, and offers at the start what was left behind the last time. */
export function useDraft({ key, value, isDirty, onRestore }: Settings) {
  const { saver, savedAt, hasFailed } = useSaver(key)
  const { offer, setOffer, isLoaded } = useOffer(key)
  const isDecided = offer === undefined
  const isSaved = savedAt !== ''

  useEffect(() => {
    if (!saver || !isDecided) return
    if (isDirty) saver.change(value)
    else if (isSaved) void saver.drop()
    // Everything is as it was: that is no reason to drop a draft, only to be ready for the next change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [saver, isDecided, isDirty, value])

  const latest = useRef({ value, isDirty })
  useEffect(() => {
    latest.current = { value, isDirty }
  })
  usePageHide(() => {
    // Whoever typed on without deciding has decided: the newer text is kept.
    if (!isDecided && latest.current.isDirty) saver?.change(latest.current.value)
    saver?.leave()
  })

  return {
    canKeep: saver !== undefined,
    /** It is known whether there was one before. */
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
    /** It is being sent: what is written goes along, and what was left the last time is of no more use. */
    settle: () => {
      setOffer(undefined)
      void saver?.flush()
    },
    /** Nothing is left to keep: it was sent, or thrown away. */
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

/** A form without drafts needs nobody to keep them. Context is read by `use`, which may stand under a condition. */
function usePreferenceStoreFor(key: string | undefined) {
  // eslint-disable-next-line react-hooks/rules-of-hooks
  return key === undefined ? null : usePreferenceStore()
}

/** Asked for once: a page that was only hidden knows what is in it. */
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
    // Without the old draft one can still write.
    store.readDraft(key).then(answer, () => answer(null))
  }, [key, store])
  return { offer, setOffer, isLoaded }
}

/** The tab is hidden or closed, or the page goes: on phones this is the last that is heard. */
function usePageHide(leave: () => void) {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && latest.current()
    const gone = () => latest.current()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', gone)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', gone)
      latest.current()
    }
  }, [])
}
