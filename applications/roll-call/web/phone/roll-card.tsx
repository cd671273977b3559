import { call } from '#packages/web/core/call.ts'
import { getOutbox, useOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { OutboxStrip } from '#packages/web/light/outbox/outbox-strip.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { rollCallApi } from '../../contract.ts'
import { describeOutboxEntry, listRollItems, toLessonLink } from '../roll/outbox-items.ts'
import { nameLesson } from '../roll/roll-marks.ts'
import { rollPath } from '../roll-paths.ts'
import styles from './roll-card.module.css'

/** The lesson of now with one button, and what waits on this device; nothing when there is nothing. */
export default function RollCard() {
  const { answer, again } = useLoaded('current', () => call(rollCallApi.current, { query: {} }))
  const items = listRollItems(useOutbox())
  useOrderedLoading(answer === undefined)
  const roll = answer === 'failed' ? undefined : answer
  if (!roll && answer !== 'failed' && items.length === 0) return null
  const isDone = roll?.lesson.status === 'submitted' || roll?.lesson.status === 'locked'
  return (
    <Card>
      <div className={styles['parts']}>
        <OutboxStrip
          items={items}
          describe={describeOutboxEntry}
          linkTo={toLessonLink}
          onDismiss={(id) => void getOutbox().dismiss(id)}
        />
        {answer === 'failed' && <InlineLoadError onRetry={again} />}
        {roll && (
          <div className={styles['lesson']}>
            <p>
              <b>{nameLesson(roll.lesson)}</b>
              <span>
                {roll.lesson.periodName} {roll.lesson.begins}–{roll.lesson.ends}
              </span>
            </p>
            <ButtonLink kind={isDone ? 'plain' : 'primary'} size="small" href={rollPath}>
              {isDone ? '已点名' : '点名'}
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}
