/** Where the draft is stored. The status bar shows exactly this, never more. */
export type DraftSaveState =
  | { at: 'nowhere' }
  | { at: 'device' }
  | { at: 'saving' }
  | { at: 'server'; time: number }
  | { at: 'offline' }
  | { at: 'lost' }

interface Settings<Stored> {
  /** To the device's store. */
  write: (record: Stored) => Promise<void>
  /** To the server, if it stores drafts. */
  save?: ((record: Stored) => Promise<void>) | undefined
  isOnline: () => boolean
  onSaved: (saved: DraftSaveState) => void
}

export const autosaveIntervalMs = 10_000

/**
 * Saves a draft: on the device at every change, on the server when a field is left, but at most every ten seconds, and
 * at every step at once.
 */
export function createDraftAutosave<Stored>({ write, save, isOnline, onSaved }: Settings<Stored>) {
  let current: Stored
  let changes = 0
  let onDevice = 0
  let onServer = 0
  let isWriting = false
  let isSending = false
  let lastSent = Number.NEGATIVE_INFINITY
  let clock: ReturnType<typeof setTimeout> | undefined

  const reportDeviceSave = () => onSaved(save && !isOnline() ? { at: 'offline' } : { at: 'device' })

  const writeAll = async () => {
    if (isWriting) return
    isWriting = true
    try {
      while (onDevice < changes) {
        const writing = changes
        await write(current)
        onDevice = writing
      }
      if (onServer < changes && !isSending) reportDeviceSave()
    } catch {
      onSaved({ at: 'lost' })
    } finally {
      isWriting = false
    }
  }

  const send = async () => {
    clearTimeout(clock)
    clock = undefined
    if (!save || isSending || onServer === changes) return
    if (!isOnline()) return reportDeviceSave()
    const sending = changes
    isSending = true
    lastSent = Date.now()
    onSaved({ at: 'saving' })
    try {
      await save(current)
      onServer = sending
      if (onServer === changes) onSaved({ at: 'server', time: Date.now() })
      else reportDeviceSave()
    } catch {
      reportDeviceSave()
    } finally {
      isSending = false
    }
    if (onServer < changes) sendLater()
  }

  const sendLater = () => {
    if (!save) return
    clock ??= setTimeout(() => void send(), Math.max(0, lastSent + autosaveIntervalMs - Date.now()))
  }

  return {
    change(record: Stored) {
      current = record
      changes++
      void writeAll()
    },
    leaveField: () => {
      if (onServer < changes) sendLater()
    },
    leaveStep: () => void send(),
    /** The network came or went. */
    handleConnectionChange() {
      if (!isOnline()) {
        if (onServer < changes) reportDeviceSave()
      } else if (onServer < changes) sendLater()
    },
    stop: () => clearTimeout(clock),
  }
}
