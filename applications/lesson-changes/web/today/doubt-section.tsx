import { ExclamationCircleOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coverKey, formatDay } from '#engines/cover/web/desk-api.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import type { DayBoard } from '../../contract.ts'
import { cancelCovers, keepCovers } from '../office-queries.ts'
import styles from './doubt-section.module.css'

type Act = 'cancel' | 'keep'

/** 待处理: covers whose absence ended early. Somebody decides for each whether it stays. */
export function DoubtSection({ rows }: { rows: DayBoard['inDoubt'] }) {
  const client = useQueryClient()
  const [left, setLeft] = useState<readonly string[]>([])
  const [act, setAct] = useState<Act>()
  if (rows.length === 0) return null
  const chosen = rows.filter(({ requestId }) => !left.includes(requestId)).map(({ requestId }) => requestId)
  const toggle = (id: string) => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
  const close = () => setAct(undefined)
  const finish = () => {
    close()
    setLeft([])
    void client.invalidateQueries({ queryKey: coverKey })
  }
  const count = `${chosen.length} 节`
  return (
    <section className={styles['section']} aria-label="待处理">
      <header className={styles['head']}>
        <h2>
          <Glyph of={ExclamationCircleOutlined} /> 待处理
        </h2>
        <p>请假提前结束或取消，以下代课是否保留？</p>
        <Button disabled={chosen.length === 0} onClick={() => setAct('keep')}>
          {`保留 ${count}`}
        </Button>
        <Button danger disabled={chosen.length === 0} onClick={() => setAct('cancel')}>
          {`取消 ${count}`}
        </Button>
      </header>
      <ul>
        {rows.map(({ requestId, day, lesson, fromName, toName }) => (
          <li key={requestId}>
            <Checkbox isOn={!left.includes(requestId)} onChange={() => toggle(requestId)}>
              <span className={styles['row']}>
                <span>{formatDay(day)}</span>
                <b>{lesson}</b>
                <span>{`${fromName} → ${toName}`}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {act === 'keep' && (
        <ConfirmAction
          title="保留代课"
          submitLabel={`保留 ${count}`}
          submit={() => keepCovers(chosen)}
          done={`已保留 ${count}`}
          onSent={finish}
          onClose={close}
        >
          <p>{`${count}课仍由代课教师上，原任教师不用上课。`}</p>
        </ConfirmAction>
      )}
      {act === 'cancel' && (
        <ConfirmAction
          title="取消代课"
          submitLabel={`取消 ${count}`}
          cancelLabel="返回"
          isDanger
          submit={() => cancelCovers(chosen, '请假提前结束')}
          done={`已取消 ${count}`}
          onSent={finish}
          onClose={close}
        >
          <p>{`${count}课恢复由原任教师上，双方都会收到通知。`}</p>
        </ConfirmAction>
      )}
    </section>
  )
}
