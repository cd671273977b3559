import { useEffect, useRef, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useKeysIn } from '#packages/web/desk/form/use-keys-in.ts'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { isTyping } from '#packages/web/desk/letter-keys.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { BatchSummary } from '../../contract.ts'
import { applyBatch } from '../queries.ts'
import { stepTitles } from '../import-labels.ts'
import { CheckPane } from './check-pane.tsx'
import { useSteadyGroups } from './check-view.ts'
import { GroupList } from './group-list.tsx'
import { StepError, InfoNote } from './notes.tsx'
import { PhoneCheck } from './phone-check.tsx'
import { toFrameFile, type ImportStepProps } from './step-props.ts'
import { useBatchAction } from './use-batch-action.ts'
import { getPaneKey, useCheck, type CheckState } from './use-check.ts'
import { WrongRowsButton } from './wrong-rows-button.tsx'
import styles from './check-step.module.css'

/** The third step: wrong cells are repaired in place, and the changes are previewed. */
export function ImportCheckStep(props: ImportStepProps) {
  const { summary } = props.batch
  return summary ? <Check {...props} summary={summary} /> : <PageState status="loading" />
}

function Check({ batch, facts, go, ...props }: ImportStepProps & { summary: BatchSummary }) {
  const summary = useSteadyGroups(props.summary)
  const navigate = useNavigate()
  const isPhone = usePhone()
  const { busy, refusal, act } = useBatchAction()
  const check = useCheck(batch.id, summary)
  const page = useRef<HTMLDivElement>(null)
  useCheckKeys(page, check)
  useRowsInSight(page, getPaneKey(check.view))
  const body = { batch, facts, summary, check }
  return (
    <div ref={page} className={styles['page']} data-fits="">
      <ImportFrame
        title={`导入${facts.title}`}
        steps={stepTitles}
        at={2}
        file={toFrameFile(batch)}
        isSaved={true}
        isTall={true}
        onBack={() => void navigate(facts.page)}
        foot={
          <ApplyButtons
            batch={batch}
            summary={summary}
            busy={busy}
            onApply={(mode) => act(mode, () => applyBatch(batch.id, mode))}
            onBack={() => go({ batch: batch.id, step: 'map' })}
          />
        }
      >
        <InfoNote text={batch.message} />
        <StepError text={refusal} />
        {isPhone ? (
          <PhoneCheck {...body} />
        ) : (
          <div className={styles['panes']}>
            <GroupList {...body} />
            {/* A new key for another set of rows; the focus moves to the new grid if it was in the old one. */}
            <CheckPane key={getPaneKey(check.view)} {...body} />
          </div>
        )}
      </ImportFrame>
    </div>
  )
}

/** Keyboard shortcuts outside the grid; the grid handles its own keys. */
function useCheckKeys(page: RefObject<HTMLElement | null>, { grid, repairs }: CheckState) {
  useKeysIn(page, ({ key, ctrlKey, metaKey, shiftKey, target }) => {
    const isInGrid = target instanceof Element && target.closest('[role=grid]') !== null
    if (isInGrid) return undefined
    if (key === 'F8') return () => grid.current?.next()
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !isTyping(target)
    return isUndo && repairs.canUndo ? repairs.undo : undefined
  })
}

/** With large text the rows are below the groups, so choosing a group scrolls to its rows. */
function useRowsInSight(page: RefObject<HTMLElement | null>, key: string) {
  const isBig = useBigText()
  const before = useRef(key)
  useEffect(() => {
    const isAnother = before.current !== key
    before.current = key
    if (isBig && isAnother) page.current?.querySelector('[data-rows]')?.scrollIntoView({ block: 'start' })
  }, [page, isBig, key])
}

interface ApplyProps extends Pick<ImportStepProps, 'batch'> {
  summary: BatchSummary
  busy: string | undefined
  onApply: (mode: 'all' | 'good') => void
  onBack: () => void
}

function ApplyButtons({ batch, summary, busy, onApply, onBack }: ApplyProps) {
  const { wrong, skipped } = summary
  const good = batch.rowCount - wrong - skipped
  const isPhone = usePhone()
  return (
    <>
      {/* On a phone a disabled button would only take space. */}
      {!(isPhone && wrong > 0) && (
        <Button
          type="primary"
          disabled={wrong > 0 || good === 0 || busy === 'good'}
          loading={busy === 'all'}
          onClick={() => onApply('all')}
        >
          {`导入 ${formatNumber(batch.rowCount - skipped)} 行`}
        </Button>
      )}
      {wrong > 0 && good > 0 && (
        <Button loading={busy === 'good'} onClick={() => onApply('good')}>
          {`先导入无误的 ${formatNumber(good)} 行`}
        </Button>
      )}
      <Button type="text" disabled={busy !== undefined} onClick={onBack}>
        上一步
      </Button>
      {wrong > 0 && <WrongRowsButton id={batch.id} />}
    </>
  )
}
