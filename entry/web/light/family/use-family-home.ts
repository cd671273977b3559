import { useEffect, useState } from 'react'
import { useFamily } from '#packages/web/core/family.ts'
import type { Agreement } from './load-children.ts'

/** The family behind the frame: it is asked for after the frame is drawn. */
export function useFamilyHome() {
  const status = useFamily((family) => family.status)
  const [agreements, setAgreements] = useState<readonly Agreement[]>([])
  useEffect(() => {
    if (status !== 'reading') return
    void import('./load-children.ts')
      .then(({ loadChildren }) => loadChildren())
      .then(setAgreements, () => useFamily.setState({ status: 'failed' }))
  }, [status])
  const retry = () => useFamily.setState({ status: 'reading' })
  // Before that nobody is told whose children these are.
  const onAgreed = () => {
    setAgreements([])
    retry()
  }
  return { status, agreements, retry, onAgreed }
}
