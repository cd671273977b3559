import { PhoneOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import type { Student } from '../../contract.ts'
import styles from './call-button.module.css'

const CallDialog = lazy(() => import('./call-dialog.tsx'))

/** A call button on the card of a pupil, for users who may reveal a guardian's number. */
export function CallButton({ pupil }: { pupil: Student }) {
  const may = useMay()
  if (!may('student.reveal') || !pupil.guardianPhone) return null
  const open = () =>
    showDialog((close) => (
      <Suspense>
        <CallDialog pupil={pupil} onClose={close} />
      </Suspense>
    ))
  return (
    <button type="button" className={styles['call']} aria-label={`联系${pupil.name}的家长`} onClick={open}>
      <Glyph of={PhoneOutlined} />
    </button>
  )
}
