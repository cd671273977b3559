import { lazy, Suspense, useState } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { OrganisationDetail } from '../../contract.ts'
import styles from './management.module.css'

const HostDialog = lazy(() => import('./host-dialog.tsx'))

/** The address of an organisation's own sign-in page. */
export function HostSection({ detail }: { detail: OrganisationDetail }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  // An organisation's own address is set from above, the district's address by the platform.
  const isOwn = useSession((session) => session.user?.orgId === detail.id)
  const canChange = may('org.edit') && !isOwn && detail.type !== 'bureau'
  return (
    <div className={styles['line']}>
      <span className={detail.host ? styles['value'] : styles['none']}>{detail.host || '未设置'}</span>
      {canChange && <Button onClick={() => setOpen(true)}>设置域名</Button>}
      {isOpen && (
        <Suspense>
          <HostDialog detail={detail} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
