import { useState } from 'react'
import type { OutboxItem } from '#packages/web/core/outbox/outbox-entry.ts'
import { countStatuses } from '#packages/web/core/roster-pad/roster-marks.ts'
import type { RosterMarks, RosterStatus } from '#packages/web/core/roster-pad/roster-types.ts'
import { RosterCounts } from '#packages/web/light/roster-pad/roster-counts.tsx'
import { OutboxStrip } from '../outbox/outbox-strip.tsx'
import { RosterPad } from '../roster-pad/roster-pad.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const names =
  '程诺 丁一鸣 范思远 葛雨桐 韩子墨 贾亦凡 江沐晨 孔令仪 李梓涵 刘皓轩 陆星辰 马思齐 毛予安 倪若溪 欧阳子衿 潘多 裴书言 秦朗'.split(
    ' ',
  )
const pupils = names.map((name, at) => ({ id: name, name, seatNo: at + 1 }))
const group = names.map((name, at) => ({ id: name, name, tag: `高一(${(at % 9) + 1})班` }))
const statuses: readonly RosterStatus[] = [
  { value: 'present', label: '到', tone: 'plain' },
  { value: 'missing', label: '未到', tone: 'alarm' },
  { value: 'late', label: '迟到', tone: 'warning', isTimed: true },
  { value: 'sick', label: '病假', tone: 'info' },
]
const cycle = ['present', 'missing', 'late']
const waiting: OutboxItem = {
  id: '1',
  owner: { userId: '', orgId: '' },
  subject: '',
  path: '/api/rollCall/save',
  body: null,
  createdAt: 0,
  heldUntil: 0,
  attempts: 0,
  state: 'waiting',
  message: '',
  conflictCount: 0,
}
const outboxStates: readonly (readonly OutboxItem[])[] = [
  [waiting],
  [{ ...waiting, state: 'sending' }],
  [{ ...waiting, state: 'conflict', conflictCount: 2 }],
  [{ ...waiting, state: 'refused', message: '已超过补点时间' }],
]

/** The pad of people, and the strip of what waits on this computer. */
export default function RosterGallery() {
  const [marks, setMarks] = useState<RosterMarks>({
    陆星辰: { status: 'missing' },
    贾亦凡: { status: 'late', minutes: 5 },
    潘多: { status: 'sick' },
  })
  const pad = {
    statuses,
    cycle,
    marks,
    onChange: (id: string, mark: RosterMarks[string]) => setMarks((before) => ({ ...before, [id]: mark })),
  }
  const counts = countStatuses(pupils, marks, statuses)
  return (
    <div className={styles['page']}>
      <PieceHead title="名单" />
      <Section title="一个班：点一下换状态，右键选全部，方向键移动，数字键选状态">
        <RosterCounts counts={counts.map(({ status: { label, tone }, count }) => ({ label, count, tone }))} />
        <RosterPad {...pad} label="七(3)班名单" people={pupils} />
      </Section>
      <Section title="走班：按姓名，附行政班">
        <RosterPad {...pad} label="走班名单" people={group} layout="list" />
      </Section>
      <Section title="只能查看">
        <RosterPad {...pad} label="已锁定名单" people={pupils.slice(0, 9)} isReadOnly />
      </Section>
      <Section title="没有网络时写的内容">
        {outboxStates.map((items, at) => (
          <OutboxStrip key={at} items={items} describe={() => '周四 第1节 七(3)班 语文'} onDismiss={() => {}} />
        ))}
      </Section>
    </div>
  )
}
