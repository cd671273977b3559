import { lazy, Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import type { SearchedLog } from '../archive-queries.ts'

const ArchiveDialog = lazy(() => import('./archive-dialog.tsx'))

/** Beside the title of a log: searches the months that are no longer online. */
export function ArchiveButton({ log }: { log: SearchedLog }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        检索归档
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ArchiveDialog log={log} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
