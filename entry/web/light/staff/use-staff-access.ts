import { useEffect, useState } from 'react'
import type { StaffAccess } from './load-staff-access.ts'

/** The rights behind the frame: they are asked for after the frame is drawn. */
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
