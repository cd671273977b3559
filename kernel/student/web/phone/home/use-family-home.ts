import { useEffect, useState } from 'react'
import { useFamily } from '#packages/web/core/family.ts'
import type { Agreement } from './load-children.ts'

/** The family data, loaded after the frame is rendered. */
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
  // Before the agreement the server does not send the children.
  const onAgreed = () => {
    setAgreements([])
    retry()
  }
  return { status, agreements, retry, onAgreed }
}
