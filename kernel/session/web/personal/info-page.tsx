import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { queryOf } from '#packages/web/core/query-of.ts'
import { JoinDialog } from '#kernel/staff/web/index.ts'
import { sessionApi } from '../../contract.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { InfoForm } from './info-form.tsx'

/** /personal/info */
export default function InfoPage() {
  const { data, error, refetch } = useQuery(queryOf(['me'], sessionApi.loginInfo))
  const [round, setRound] = useState(0)
  const [isJoining, setJoining] = useState(false)
  if (error && !data) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines widths={[16, 48, 40, 44]} />
  const again = async () => {
    await refetch()
    setRound(round + 1)
  }
  return (
    <>
      <InfoForm key={round} info={data} onSaved={() => void again()} onJoin={() => setJoining(true)} />
      {isJoining && (
        <Suspense>
          <JoinDialog onClose={() => setJoining(false)} />
        </Suspense>
      )}
    </>
  )
}
