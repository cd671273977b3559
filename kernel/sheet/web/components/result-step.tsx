import { CheckOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { UndoArrow } from '#packages/web/desk/undo-arrow.tsx'
import { undoHours, type Batch, type BatchReport } from '../../contract.ts'
import { mapColumns } from '../queries.ts'
import { stepTitles, describeUndo } from '../import-labels.ts'
import { KeptRows } from './kept-rows.tsx'
import { NextSteps } from './next-steps.tsx'
import { StepError } from './notes.tsx'
import { toFrameFile, type ImportStepProps } from './step-props.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { useBatchAction } from './use-batch-action.ts'
import { UnitTable } from './unit-table.tsx'
import { WrongRowsButton } from './wrong-rows-button.tsx'
import card from './card.module.css'
import styles from './result-step.module.css'

/** The last step: the report, and for a day the undo. */
export function ResultStep({ batch, facts, go }: ImportStepProps) {
  const navigate = useNavigate()
  const { report, status } = batch
  const { busy, refusal, act } = useBatchAction()
  const isUndone = status === 'undone'
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={4}
      file={toFrameFile(batch)}
      isSaved={true}
      onBack={() => void navigate(facts.page)}
      foot={
        <>
          <Button type="primary" onClick={() => void navigate(facts.page)}>
            {isUndone ? `查看${facts.title}` : `查看导入的${facts.title}`}
          </Button>
          {isUndone && (
            <Button loading={busy !== undefined} onClick={() => act('check', () => checkAgain(batch))}>
              重新检查并导入
            </Button>
          )}
          <Button onClick={() => go({ target: batch.target, orgId: batch.orgId })}>再导入一份</Button>
          {report && report.left > 0 && <WrongRowsButton id={batch.id} />}
        </>
      }
    >
      <StepError text={refusal} />
      {report ? (
        <>
          <ResultSummary batch={batch} facts={facts} report={report} isUndone={isUndone} />
          {isUndone ? <Undone report={report} /> : <UndoBand batch={batch} facts={facts} report={report} />}
          {!isUndone && (
            <div className={card['columns']}>
              <UnitTable report={report} facts={facts} />
              <NextSteps report={report} facts={facts} />
            </div>
          )}
        </>
      ) : (
        <div className={card['card']}>
          <PageState status="loading" />
        </div>
      )}
    </ImportFrame>
  )
}

/** Checks the batch again with the same mapping and repairs. */
const checkAgain = ({ id, columns }: Batch) =>
  mapColumns(
    id,
    columns.map(({ at, key }) => ({ at, key })),
    false,
  )

type ResultProps = Pick<ImportStepProps, 'batch' | 'facts'> & { report: BatchReport }

/** The outcome first, then the figures. */
function ResultSummary({ batch, facts: { title }, report, isUndone }: ResultProps & { isUndone: boolean }) {
  const { left, seconds, appliedAt, repaired } = report
  const done = report.new + report.changed + report.same
  const heading =
    left === 0 ? `${formatNumber(done)} 行全部导入` : `已导入 ${formatNumber(done)} 行，${formatNumber(left)} 行未导入`
  return (
    <section className={`${card['card']} ${styles['finding']}`} aria-label="导入结果">
      <span className={styles['disc']} data-undone={isUndone ? '' : undefined}>
        <Glyph of={isUndone ? UndoArrow : CheckOutlined} />
      </span>
      <div className={styles['words']} role="status">
        <h2 className={styles['title']}>{isUndone ? '本次导入已撤销' : heading}</h2>
        <p className={`${styles['when']} ${dots['dotted']}`}>
          {seconds > 0 && <span>{`用时 ${formatNumber(Math.max(1, Math.round(seconds)))} 秒`}</span>}
          <span>{`${isUndone ? '导入于 ' : ''}${formatDayTime(appliedAt)}`}</span>
        </p>
      </div>
      <dl className={styles['figures']}>
        <Figure label={`${isUndone ? '曾' : ''}新增${title}`} value={report.new} />
        <Figure label={`${isUndone ? '曾' : ''}更新${title}`} value={report.changed} />
        <Figure label="未导入" value={left} />
        <Figure label="修正过的行" value={repaired} />
      </dl>
      {batch.message && <p className={styles['more']}>{batch.message}</p>}
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
)

/** The undo button, its effect, and its deadline. */
function UndoBand({ batch, facts: { measure }, report }: ResultProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { undoUntil } = report
  if (report.new + report.changed === 0) return null
  if (undoUntil === null) return <p className={styles['late']}>{`导入超过 ${undoHours} 小时，不能整批撤销。`}</p>
  return (
    <section className={styles['band']} aria-label="撤销导入">
      <Glyph of={UndoArrow} className={styles['icon']!} />
      <p className={styles['undoWords']}>
        <strong>发现不对？可以整批撤销</strong>
        {`撤销会${describeUndo(report.new, report.changed, measure)}。截止 ${formatDayTime(undoUntil)}，已被他人修改的行除外。`}
      </p>
      <Button onClick={() => setDialogOpen(true)}>撤销本次导入</Button>
      {isDialogOpen && <UndoDialog id={batch.id} measure={measure} onClose={() => setDialogOpen(false)} />}
    </section>
  )
}

const Undone = ({ report: { keptRows } }: { report: BatchReport }) =>
  keptRows.length === 0 ? (
    <p className={styles['late']}>全部数据已恢复到导入之前。</p>
  ) : (
    <section className={`${card['card']} ${card['padded']}`}>
      <h2 className={card['title']}>{`${formatNumber(keptRows.length)} 行没有还原，其余已恢复到导入之前`}</h2>
      <KeptRows rows={keptRows} />
    </section>
  )
