import { useEffect, useState } from 'react'
import type { Staff } from './load-staff.ts'

/** The rights behind the frame: they are asked for after the frame is drawn. */
export function useStaff() {
  const [staff, setStaff] = useState<Staff | 'failed'>()
  useEffect(() => {
    if (staff) return
    import('./load-staff.ts').then(({ loadStaff }) => loadStaff()).then(setStaff, () => setStaff('failed'))
  }, [staff])
  return { staff, retry: () => setStaff(undefined) }
}
