import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './printed.module.css'

interface Props {
  onDone: () => void
  children: ReactNode
}

/** Sheets that are only there while the browser prints them, instead of the page. */
export function Printed({ onDone, children }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return createPortal(
    <div className={`print-only ${styles['sheets']}`} data-sheet="" aria-hidden="true">
      {children}
    </div>,
    document.body,
  )
}

/** Lines to sign on at the end of a sheet. */
export const SignatureLines = ({ of }: { of: readonly string[] }) => (
  <p className={styles['signatures']}>
    {of.map((who) => (
      <span key={who}>{who}：</span>
    ))}
  </p>
)
