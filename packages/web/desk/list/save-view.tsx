import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useToast } from '../toast.tsx'
import type { Views } from './use-views.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx'))

/**
 * Saves the current filter as a view: a button, visible once something was chosen, and its dialog, which must not be
 * inside the filter form.
 */
export function useSaveView(views: Views | undefined): readonly [button: ReactNode, dialog: ReactNode] {
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  if (!views) return [null, null]
  const save = () => (views.canSave ? setAsking(true) : toast.error('视图不能保存手机号或身份证号'))
  const button = (views.canSave || views.hasNumber) && <Button onClick={save}>存为视图</Button>
  const dialog = isAsking && (
    <Suspense>
      <ViewDialog views={views} question={{ kind: 'save' }} onClose={() => setAsking(false)} />
    </Suspense>
  )
  return [button, dialog]
}
