import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './printed.module.css'

/** Prints once when it is turned on; `onDone` takes the sheets away again. */
export function usePrintOnce(isOn: boolean, onDone: () => void) {
  useEffect(() => {
    if (!isOn) return undefined
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
    // Once each time it is turned on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOn])
}

/** Sheets that the browser prints instead of the page. */
export const PrintSheets = ({ children }: { children: ReactNode }) =>
  createPortal(
    <div className={`print-only ${styles['sheets']}`} data-sheet="" aria-hidden="true">
      {children}
    </div>,
    document.body,
  )

interface Props {
  onDone: () => void
  children: ReactNode
}

/** Sheets that are only there while the browser prints them. */
export function Printed({ onDone, children }: Props) {
  usePrintOnce(true, onDone)
  return <PrintSheets>{children}</PrintSheets>
}

/** Lines to sign on at the end of a sheet. */
export const SignatureLines = ({ of }: { of: readonly string[] }) => (
  <p className={styles['signatures']}>
    {of.map((who) => (
      <span key={who}>{who}：</span>
    ))}
  </p>
)
