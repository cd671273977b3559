import { useEffect, useState } from 'react'
import type { StaffAccess } from './load-staff-access.ts'

/** The user's permissions, loaded after the frame is rendered. */
export function useStaffAccess() {
  const [staff, setStaff] = useState<StaffAccess | 'failed'>()
  useEffect(() => {
    if (staff) return
    import('./load-staff-access.ts')
      .then(({ loadStaffAccess }) => loadStaffAccess())
      .then(setStaff, () => setStaff('failed'))
  }, [staff])
  return { staff, retry: () => setStaff(undefined) }
}
