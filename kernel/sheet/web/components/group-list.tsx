import { CheckCircleFilled, ThunderboltOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import heard from '#packages/web/desk/visually-hidden.module.css'
import type { BatchSummary, IssueGroup, RowState } from '../../contract.ts'
import { fixGroups } from '../queries.ts'
import { rowStateLabels } from '../import-labels.ts'
import { AdviceDialog, listAdvice, countFixes } from './advice-dialog.tsx'
import type { CheckProps } from './use-check.ts'
import { createKindView, createStateView } from './check-view.ts'
import styles from './group-list.module.css'

const states = ['new', 'changed', 'same', 'skipped'] as const satisfies readonly RowState[]

/** The issues by kind, and the counts of the other rows. */
export function GroupList({ batch, summary, check }: CheckProps) {
  const { view, show, repairs, grid } = check
  return (
    <section className={styles['card']} aria-label="检查结果">
      <CheckProgress rowCount={batch.rowCount} summary={summary} />
      <AdviceButton batch={batch} summary={summary} check={check} />
      <div className={styles['lists']}>
        <ul aria-label="待修正">
          {summary.groups.map((group) => (
            <Group
              key={group.kind}
              group={group}
              isHere={view.kind === group.kind}
              onPress={() => show(createKindView(group.kind))}
            />
          ))}
        </ul>
        <h3 className={styles['head']}>导入预览</h3>
        <ul aria-label="导入预览">
          {states
            .filter((state) => state !== 'skipped' || summary.skipped > 0)
            .map((state) => (
              <li key={state}>
                <button
                  type="button"
                  className={styles['state']}
                  aria-pressed={view.state === state}
                  onClick={() => show(createStateView(state))}
                >
                  {rowStateLabels[state]}
                  <span>{formatNumber(summary[state])}</span>
                </button>
              </li>
            ))}
        </ul>
      </div>
      <div className={styles['keys']}>
        <button type="button" title="下一处错误" disabled={summary.wrong === 0} onClick={() => grid.current?.next()}>
          <kbd>F8</kbd> 下一处
        </button>
        <span aria-hidden="true">
          <kbd>Enter</kbd> 下移
        </span>
        <button type="button" title="撤销上一次修改" disabled={!repairs.canUndo} onClick={repairs.undo}>
          <kbd>Ctrl Z</kbd> 撤销
        </button>
      </div>
    </section>
  )
}

/** Applies the advised fixes of several kinds; shown when there is more than one. */
export function AdviceButton({ batch, summary, check: { repairs } }: Omit<CheckProps, 'facts'>) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const advice = listAdvice(summary)
  if (advice.length < 2) return null
  const take = (chosen: typeof advice) => {
    setDialogOpen(false)
    const fixes = chosen.map(({ kind, fix }) => ({ kind, fix: fix.key }))
    repairs.changeMany(
      () => fixGroups(batch.id, fixes),
      (count) => `已修正 ${formatNumber(count)} 行`,
    )
  }
  return (
    <div className={styles['advice']} data-goes-on="">
      <Button icon={<Glyph of={ThunderboltOutlined} />} loading={repairs.isBulk} onClick={() => setDialogOpen(true)}>
        {`采用全部建议（${formatNumber(countFixes(advice))} 处）`}
      </Button>
      {isDialogOpen && (
        <AdviceDialog advice={advice} onTake={(chosen) => take([...chosen])} onClose={() => setDialogOpen(false)} />
      )}
    </div>
  )
}

/** The progress of repairing. */
export function CheckProgress({ rowCount, summary }: { rowCount: number; summary: BatchSummary }) {
  const { wrong, skipped, repaired, groups } = summary
  const good = rowCount - wrong - skipped
  return (
    <div className={styles['standing']}>
      <p role="status">
        {wrong === 0 ? (
          <span className={styles['good']}>
            <Glyph of={CheckCircleFilled} />
            没有错误，可以导入
          </span>
        ) : (
          <>
            <strong className={styles['figure']}>{formatNumber(wrong)}</strong>
            {` 行待修正，共 ${groups.length} 类`}
          </>
        )}
      </p>
      <span className={styles['bar']} aria-hidden="true">
        <span style={{ flexGrow: good }} data-tone="good" />
        <span style={{ flexGrow: wrong }} data-tone="wrong" />
      </span>
      <p className={styles['counts']}>
        <span>{`无误 ${formatNumber(good)} 行`}</span>
        <span>{`已修正 ${formatNumber(repaired)} 行`}</span>
      </p>
    </div>
  )
}

interface GroupProps {
  group: IssueGroup
  isHere: boolean
  onPress: () => void
}

const Group = ({ group: { title, hint, count }, isHere, onPress }: GroupProps) => (
  <li>
    <button type="button" className={styles['group']} aria-pressed={isHere} onClick={onPress}>
      <span className={styles['title']}>{title}</span>
      <span className={styles['count']}>
        {formatNumber(count)}
        <span className={heard['only']}> 行</span>
      </span>
      <span className={styles['hint']}>{hint}</span>
    </button>
  </li>
)
