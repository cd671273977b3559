import { useState } from 'react'
import { useErrorList } from '#packages/web/core/error-list.ts'
import { late } from '#packages/web/light/late.tsx'
import { WarningIcon } from '#packages/web/light/icons.tsx'
import { LinkRow } from '#packages/web/light/row.tsx'

const ErrorSheet = late(() => import('./error-sheet.tsx').then((loaded) => loaded.ErrorSheet))

/** What went wrong in this browser; nothing as long as nothing did. */
export function ErrorRecords() {
  const count = useErrorList(({ errors }) => errors.length)
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <LinkRow icon={<WarningIcon />} label="异常记录" note={`${count} 条`} onClick={() => setOpen(true)} />
      {isOpen && <ErrorSheet onClose={() => setOpen(false)} />}
    </>
  )
}
