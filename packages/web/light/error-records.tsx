import { useState } from 'react'
import { useClientErrors } from '#packages/web/core/client-errors.ts'
import { lazyComponent } from './lazy-component.tsx'
import { WarningIcon } from './icons.tsx'
import { LinkRow } from './row.tsx'

const ErrorSheet = lazyComponent(() => import('./error-sheet.tsx').then((loaded) => loaded.ErrorSheet))

/** Errors of this browser; hidden while there are none. */
export function ErrorRecords() {
  const count = useClientErrors(({ errors }) => errors.length)
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <LinkRow icon={<WarningIcon />} label="异常记录" note={`${count} 条`} onClick={() => setOpen(true)} />
      {isOpen && <ErrorSheet onClose={() => setOpen(false)} />}
    </>
  )
}
