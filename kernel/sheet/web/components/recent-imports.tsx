import { useState } from 'react'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { getFileIcon } from '#packages/web/desk/file-icon.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { BatchListItem, TargetFacts } from '../../contract.ts'
import { isFinished, isWorking, statusLabels } from '../import-labels.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import type { GoTo } from './import-location.ts'
import card from './card.module.css'
import styles from './recent-imports.module.css'

/** The caller's imports of the last days: unfinished ones can be continued, finished ones viewed. */
export function RecentImports({ facts: { recent }, go }: { facts: TargetFacts; go: GoTo }) {
  const open = recent.filter(({ status }) => !isFinished(status) && status !== 'discarded')
  const done = recent.filter(({ status }) => isFinished(status))
  return (
    <>
      <Lines title="未完成的导入" lines={open} go={go} />
      <Lines title="最近的导入" lines={done} go={go} />
    </>
  )
}

function Lines({ title, lines, go }: { title: string; lines: readonly BatchListItem[]; go: GoTo }) {
  const [discarded, setDiscarded] = useState<BatchListItem>()
  if (lines.length === 0) return null
  return (
    <section className={card['card']}>
      <h2 className={`${card['title']} ${styles['title']}`}>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className={styles['line']}>
            <Glyph of={getFileIcon(line.fileName)} className={styles['icon']!} />
            <div className={styles['about']}>
              <p className={styles['name']}>{line.fileName}</p>
              <p className={`${styles['facts']} ${dots['dotted']}`}>
                <span>{statusLabels[line.status]}</span>
                {line.rowCount > 0 && <span>{`${formatNumber(line.rowCount)} 行`}</span>}
                <span>{line.orgName}</span>
                <span>{formatTimeAgo(line.createdAt)}</span>
              </p>
            </div>
            <LineActions line={line} onGo={() => go({ batch: line.id })} onDiscard={() => setDiscarded(line)} />
          </li>
        ))}
      </ul>
      {discarded && <DiscardDialog {...discarded} onClose={() => setDiscarded(undefined)} />}
    </section>
  )
}

interface LineActionsProps {
  line: BatchListItem
  onGo: () => void
  onDiscard: () => void
}

function LineActions({ line: { fileName, status }, onGo, onDiscard }: LineActionsProps) {
  const isDone = isFinished(status)
  const verb = isDone ? '查看结果' : status === 'failed' ? '查看原因' : '继续'
  return (
    <span className={styles['acts']}>
      <Button size="small" aria-label={`${verb} ${fileName}`} onClick={onGo}>
        {verb}
      </Button>
      {!isDone && !(isWorking(status) && status !== 'reading') && (
        <Button size="small" type="text" aria-label={`取消导入 ${fileName}`} onClick={onDiscard}>
          取消导入
        </Button>
      )}
    </span>
  )
}
