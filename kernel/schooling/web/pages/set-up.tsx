import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useRefetchOnFront } from '../use-up-to-date.ts'
import { setUpSteps, type SetUp, type SetUpStep } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'
import { StepCard } from '../components/set-up/step-card.tsx'
import { ReadinessMatrix } from '../components/readiness/readiness-matrix.tsx'
import { SchoolLine, useSchool } from '../components/school-choice.tsx'
import { setUpQuery, skipSetUpStep } from '../set-up-queries.ts'
import styles from '../components/set-up/set-up.module.css'

/**
 * /baseData/SetUp: the set-up of a new school, step by step. The server derives the progress, so it can be interrupted.
 */
export default function SetUpPage() {
  const { orgId, picker } = useSchool()
  return (
    <div className={styles['page']}>
      <SchoolLine picker={picker} />
      {orgId ? <Steps key={orgId} orgId={orgId} /> : <ReadinessMatrix />}
    </div>
  )
}

function Steps({ orgId }: { orgId: string }) {
  const query = useQuery(setUpQuery(orgId))
  const client = useQueryClient()
  const toast = useToast()
  // Data imported on another page counts when the user returns to this one.
  useRefetchOnFront(setUpQuery(orgId).queryKey)
  const { search } = usePageSearch()
  /** The open step: chosen by the user or the URL; null when all are closed; undefined for the first open step. */
  const [chosen, setChosen] = useState<SetUpStep | null | undefined>(() => stepIn(search))
  const { data } = query
  const list = useRef<HTMLOListElement>(null)
  const [round, setRound] = useState(0)
  // The pressed button disappears with its step, so the focus moves to the next step.
  useEffect(() => {
    if (round > 0) list.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
  }, [round])
  if (query.isError && !data) {
    return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!data) return <PageState status="loading" />
  const open = chosen === undefined ? nextOf(data) : chosen
  const done = async (message: string) => {
    await client.invalidateQueries({ queryKey: schoolingKey })
    setChosen(undefined)
    setRound((before) => before + 1)
    toast.success(message)
  }
  const keep = async (step: SetUpStep, message: string) => {
    await skipSetUpStep(orgId, step, true)
    await done(message)
  }
  const skip = (step: SetUpStep) =>
    keep(step, '以后可以继续').catch((error: unknown) => toast.error(getErrorMessage(error)))
  const putOff = async () => {
    try {
      await putOffRest(data)
      await done('设置完成，其余以后可以继续')
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
  return (
    <>
      <Progress setUp={data} onPutOff={() => void putOff()} />
      <ol ref={list} className={styles['steps']}>
        {data.steps.map((step, at) => (
          <StepCard
            key={step.key}
            step={step}
            number={at + 1}
            setUp={data}
            onDone={done}
            isOpen={open === step.key}
            onToggle={() => setChosen(open === step.key ? null : step.key)}
            onConfirm={() => keep(step.key, step.key === 'finish' ? '设置完成' : '已确认')}
            onSkip={() => skip(step.key)}
          />
        ))}
      </ol>
    </>
  )
}

/** The step named in the URL. */
const stepIn = (search: URLSearchParams) =>
  (Object.keys(setUpSteps) as SetUpStep[]).find((key) => key === search.get('step'))

/** The first open step; null when the set-up is finished. */
const nextOf = ({ steps, isFinished }: SetUp) =>
  isFinished ? null : (steps.find(({ state }) => state === 'open')?.key ?? null)

function Progress({ setUp, onPutOff }: { setUp: SetUp; onPutOff: () => void }) {
  const { orgName, steps, isFinished } = setUp
  // Skipped steps count, so that every school can reach the end.
  const done = steps.filter(({ state }) => state !== 'open').length
  const left = waiting(setUp).length
  return (
    <div className={styles['progress']}>
      <span>{orgName}</span>
      <ProgressBar className={styles['bar']} label="设置进度" percent={(done / steps.length) * 100} />
      <span>{[`已完成 ${done} / ${steps.length} 步`, isFinished ? '设置完成' : '随时可以离开再回来'].join('，')}</span>
      {left > 0 && mayPutOff(setUp) && <Button onClick={onPutOff}>{`其余 ${left} 步以后再做`}</Button>}
    </div>
  )
}

/** The steps that must be done or skipped before the end. */
const waiting = ({ steps }: SetUp) => steps.filter(({ key, state }) => key !== 'finish' && state === 'open')

/** The rest can be skipped once the facts are confirmed and classes exist. */
const mayPutOff = ({ steps }: SetUp) =>
  steps.every(({ key, state }) => state !== 'open' || (key !== 'facts' && key !== 'classes'))

/** Skips the remaining steps and finishes. */
async function putOffRest(setUp: SetUp) {
  for (const { key } of waiting(setUp)) await skipSetUpStep(setUp.orgId, key, true)
  await skipSetUpStep(setUp.orgId, 'finish', true)
}
