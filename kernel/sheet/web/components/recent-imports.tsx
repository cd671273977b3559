import { useState } from 'react'
import { timeAgo } from '#packages/web/core/format/time.ts'
import { numberWords } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dotted.module.css'
import { fileIcon } from '#packages/web/desk/file-icon.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { BatchLine, TargetFacts } from '../../contract.ts'
import { isFinished, isWorking, statusWords } from '../words.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import type { Go } from './go.ts'
import card from './card.module.css'
import styles from './recent-imports.module.css'

/** One's own imports of the last days: what was left is gone on with, what is done can be looked at. */
export function RecentImports({ facts: { recent }, go }: { facts: TargetFacts; go: Go }) {
  const open = recent.filter(({ status }) => !isFinished(status) && status !== 'discarded')
  const done = recent.filter(({ status }) => isFinished(status))
  return (
    <>
      <Lines title="未完成的导入" lines={open} go={go} />
      <Lines title="最近的导入" lines={done} go={go} />
    </>
  )
}

function Lines({ title, lines, go }: { title: string; lines: readonly BatchLine[]; go: Go }) {
  const [discarded, setDiscarded] = useState<BatchLine>()
  if (lines.length === 0) return null
  return (
    <section className={card['card']}>
      <h2 className={`${card['title']} ${styles['title']}`}>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className={styles['line']}>
            <Glyph of={fileIcon(line.fileName)} className={styles['icon']!} />
            <div className={styles['about']}>
              <p className={styles['name']}>{line.fileName}</p>
              <p className={`${styles['facts']} ${dots['dotted']}`}>
                <span>{statusWords[line.status]}</span>
                {line.rowCount > 0 && <span>{`${numberWords(line.rowCount)} 行`}</span>}
                <span>{line.orgName}</span>
                <span>{timeAgo(line.createdAt)}</span>
              </p>
            </div>
            <Acts line={line} onGo={() => go({ batch: line.id })} onDiscard={() => setDiscarded(line)} />
          </li>
        ))}
      </ul>
      {discarded && <DiscardDialog {...discarded} onClose={() => setDiscarded(undefined)} />}
    </section>
  )
}

interface ActsProps {
  line: BatchLine
  onGo: () => void
  onDiscard: () => void
}

function Acts({ line: { fileName, status }, onGo, onDiscard }: ActsProps) {
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
