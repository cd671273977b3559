import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { usePageName } from '#packages/web/desk/page-name.ts'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { batchQuery, importTarget } from '../queries.ts'
import { isWorking } from '../import-labels.ts'
import { ImportCheckStep } from './check-step.tsx'
import { EndedStep, RunningStep } from './running-step.tsx'
import type { GoTo } from './import-location.ts'
import { MapStep } from './map-step.tsx'
import { ResultStep } from './result-step.tsx'
import type { ImportStepProps } from './step-props.ts'
import styles from './card.module.css'

const refetchMs = 1_000

/** A started import: the step follows from the batch status, so it can be left and continued at any time. */
export function BatchPage({ id, isMapping, go }: { id: string; isMapping: boolean; go: GoTo }) {
  const batch = useQuery({
    ...batchQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.status) ? refetchMs : false),
  })
  const { target = '', orgId = '' } = batch.data ?? {}
  const facts = useQuery({ ...importTarget({ target, orgId }), enabled: batch.data !== undefined })
  usePageName(batch.data && `导入${batch.data.title}`)
  const page = useHeadingAfter(batch.data && `${batch.data.status} ${isMapping}`)
  if (batch.data && facts.data) {
    return (
      <div ref={page} className={styles['stacked']}>
        {batch.isError && <StaleBar since={batch.dataUpdatedAt} onRetry={() => void batch.refetch()} />}
        <Step batch={batch.data} facts={facts.data} isMapping={isMapping} go={go} />
      </div>
    )
  }
  const failed = [batch, facts].find(({ isError, data }) => isError && data === undefined)
  return (
    <div className={styles['alone']}>
      {failed ? <Failed error={failed.error} onRetry={() => void failed.refetch()} /> : <PageState status="loading" />}
    </div>
  )
}

/** When a step is replaced, the focused button disappears, so the focus moves to the heading. */
function useHeadingAfter(step: string | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    const isAnother = before.current !== undefined && before.current !== step
    before.current = step
    if (!isAnother || document.activeElement !== document.body) return
    page.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({ preventScroll: true })
  }, [step])
  return page
}

function Step({ isMapping, ...props }: ImportStepProps & { isMapping: boolean }) {
  const { status } = props.batch
  switch (status) {
    case 'mapping':
      return <MapStep {...props} />
    case 'ready':
      return isMapping ? <MapStep {...props} /> : <ImportCheckStep {...props} />
    case 'undone':
    case 'applied':
      return <ResultStep {...props} />
    case 'failed':
    case 'discarded':
      return <EndedStep {...props} />
    case 'reading':
    case 'checking':
    case 'applying':
    case 'undoing':
      return <RunningStep {...props} status={status} />
  }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isMissingOrForbidden(error)) return <PageState status="failed" error={error} onRetry={onRetry} />
  return <PageState status="empty" title="批次不存在" text="它可能已被清除，或者不是您发起的导入。" />
}
