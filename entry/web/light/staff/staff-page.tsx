import type { ReactNode } from 'react'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { PhoneControlsContext, StaffPermissionsContext } from '#packages/web/light/module-parts.ts'
import { phoneFieldParts } from '../phone-controls.ts'
import { isInClosedApplication } from '../../closed-applications.ts'
import { useStaffAccess } from './use-staff-access.ts'

const NoPermission = lazyComponent(() => import('../no-permission.tsx').then((loaded) => loaded.default))

/**
 * A page of staff. It is shown while the permissions load, because the server refuses its data anyway; without the
 * permission, or in a closed application, it is replaced. A failure leaves a page that only reads.
 */
export function StaffPage({ permission, children }: { permission: string; children: ReactNode }) {
  const { staff } = useStaffAccess()
  const permissions = staff === 'failed' ? [] : staff?.permissions
  const lacksPermission = permission !== 'staff' && permissions?.includes(permission) === false
  if (
    staff &&
    staff !== 'failed' &&
    (lacksPermission || isInClosedApplication(location.pathname, staff.closedApplications))
  )
    return <NoPermission />
  return (
    <StaffPermissionsContext value={permissions}>
      <PhoneControlsContext value={phoneFieldParts}>{children}</PhoneControlsContext>
    </StaffPermissionsContext>
  )
}
