import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { createContext, use, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { navigateTo } from '#packages/web/core/session-redirects.ts'
import { Glyph } from './glyph.tsx'
import { UndoNote } from './undo-note.tsx'
import styles from './toast.module.css'

/** A link to the result: 查看. */
export interface ToastLink {
  label: string
  to: string
}

interface Toast {
  success(message: string, link?: ToastLink): void
  error(message: string): void
  /** Shows the message, and for eight seconds an undo button. */
  undo(message: string, undo: () => Promise<unknown>): void
}

interface Note {
  id: number
  tone: 'success' | 'error'
  message: string
  link: ToastLink | undefined
}

const seconds = { success: 3, error: 6 } as const
/** A link needs enough time to be reached. */
const linkSeconds = 8
const maxToasts = 3

const ToastContext = createContext<Toast | null>(null)

/** Short messages. Our own: antd's messages would add all its notifications. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<readonly Note[]>([])
  const [done, setDone] = useState<{ message: string; undo: () => Promise<unknown> }>()
  const [host, setHost] = useState<HTMLElement>()
  const count = useRef(0)
  const toast = useMemo<Toast>(() => {
    const say = (tone: Note['tone'], message: string, link?: ToastLink) => {
      const id = ++count.current
      setHost(openDialog())
      setNotes((before) => [...before, { id, tone, message, link }].slice(-maxToasts))
      const shown = link ? linkSeconds : seconds[tone]
      setTimeout(() => setNotes((before) => before.filter((note) => note.id !== id)), shown * 1000)
    }
    return {
      success: (message, link) => say('success', message, link),
      error: (message) => say('error', message),
      // Only the last action can be undone: later actions may depend on earlier ones.
      undo: (message, undo) => setDone({ message, undo }),
    }
  }, [])
  useEffect(() => {
    const leave = () => setHost(undefined)
    host?.addEventListener('close', leave)
    return () => host?.removeEventListener('close', leave)
  }, [host])
  const undoLast = () => {
    setDone(undefined)
    done?.undo().then(
      () => toast.success('已撤销'),
      (error: unknown) => toast.error(getErrorMessage(error)),
    )
  }
  const toastArea = (
    <div className={styles['place']} role="status">
      {notes.map(({ id, tone, message, link }) => (
        <p key={id} className={styles['note']}>
          {tone === 'success' ? (
            <Glyph of={CheckCircleFilled} className={styles['success']!} />
          ) : (
            <Glyph of={CloseCircleFilled} className={styles['error']!} />
          )}
          {message}
          {link && <NoteLink link={link} onGo={() => setNotes((before) => before.filter((note) => note.id !== id))} />}
        </p>
      ))}
    </div>
  )
  return (
    <ToastContext value={toast}>
      {children}
      {host ? createPortal(toastArea, host) : toastArea}
      <UndoNote done={done} onUndo={undoLast} onGone={() => setDone(undefined)} />
    </ToastContext>
  )
}

/** Toasts are outside the pages, so the shell navigates. */
function NoteLink({ link: { label, to }, onGo }: { link: ToastLink; onGo: () => void }) {
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onGo()
    navigateTo(to)
  }
  return (
    <a className={styles['way']} href={to} onClick={go}>
      {label}
    </a>
  )
}

/** Only elements inside an open dialog are visible above it and announced: toasts are rendered inside it. */
const openDialog = () => [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1)

export function useToast(): Toast {
  const toast = use(ToastContext)
  if (!toast) throw new Error('useToast needs a ToastProvider')
  return toast
}
