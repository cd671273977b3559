import { useState } from 'react'
import { countStatuses } from '#packages/web/core/roster-pad/roster-marks.ts'
import type { RosterMarks, RosterPerson, RosterStatus } from '#packages/web/core/roster-pad/roster-types.ts'
import type { OutboxItem } from '#packages/web/core/outbox/outbox-entry.ts'
import { OutboxStrip } from '#packages/web/light/outbox/outbox-strip.tsx'
import { RosterCounts } from '#packages/web/light/roster-pad/roster-counts.tsx'
import { RosterPad } from '#packages/web/light/roster-pad/roster-pad.tsx'
import { Group } from './group.tsx'

const names =
  '程诺 丁一鸣 范思远 葛雨桐 韩子墨 贾亦凡 江沐晨 孔令仪 李梓涵 刘皓轩 陆星辰 马思齐 毛予安 倪若溪 欧阳子衿 潘多 裴书言 秦朗 任嘉禾 沈知夏 施一诺 宋词 苏晚 孙嘉树 谭越 唐果 田野 汪洋 王安然 韦可 吴桐 夏至 谢云帆 徐来 严谨言 杨帆 叶青禾 殷悦 余欢 袁满 张一凡 赵清扬 郑好 周正 朱墨'.split(
    ' ',
  )
const pupils: readonly RosterPerson[] = names.map((name, at) => ({
  id: name,
  name,
  seatNo: at + 1,
  badges:
    name === '韦可'
      ? [{ short: '假', label: '已批病假', tone: 'info' }]
      : name === '宋词'
        ? [{ short: '07:31', label: '07:31进校', tone: 'warning' }]
        : [],
}))
const group: readonly RosterPerson[] = ['迪丽热巴·迪力木拉提', '曾凡', ...names.slice(0, 10)].map((name, at) => ({
  id: name,
  name,
  tag: `高一(${(at % 9) + 1})班`,
}))
const statuses: readonly RosterStatus[] = [
  { value: 'present', label: '到', tone: 'plain' },
  { value: 'missing', label: '未到', tone: 'alarm' },
  { value: 'late', label: '迟到', tone: 'warning', isTimed: true },
  { value: 'sick', label: '病假', tone: 'info' },
  { value: 'private', label: '事假', tone: 'info' },
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
  [waiting, { ...waiting, id: '2' }, { ...waiting, id: '3' }],
  [{ ...waiting, state: 'sending' }],
  [{ ...waiting, state: 'conflict', conflictCount: 2 }],
  [
    { ...waiting, state: 'refused', message: '已超过补点时间' },
    { ...waiting, id: '2', state: 'expired' },
  ],
]

/** A class by seats and a group by names. */
export function RosterParts() {
  const [marks, setMarks] = useState<RosterMarks>({
    陆星辰: { status: 'missing' },
    宋词: { status: 'missing' },
    贾亦凡: { status: 'late', minutes: 5 },
    韦可: { status: 'sick' },
  })
  const pad = {
    statuses,
    cycle,
    marks,
    onChange: (id: string, mark: RosterMarks[string]) => setMarks((before) => ({ ...before, [id]: mark })),
  }
  return (
    <>
      <Group caption="45 人一屏：点一下换状态，长按选全部">
        <RosterCounts
          counts={[
            { label: '应到', count: pupils.length, tone: 'plain' },
            ...countStatuses(pupils, marks, statuses).map(({ status: { label, tone }, count }) => ({
              label,
              count,
              tone,
            })),
          ]}
        />
        <RosterPad {...pad} label="七(3)班名单" people={pupils} />
      </Group>
      <Group caption="走班：按姓名，附行政班">
        <RosterPad {...pad} label="化学（走班2）名单" people={group} layout="list" />
      </Group>
      <Group caption="已锁定：只能查看">
        <RosterPad {...pad} label="已锁定名单" people={pupils.slice(20, 35)} isReadOnly />
      </Group>
      <Group caption="没有网络：先存本机，说明有几份、何时上传、为何没成">
        {outboxStates.map((items, at) => (
          <OutboxStrip key={at} items={items} describe={() => '周四 第1节 七(3)班 语文'} onDismiss={() => {}} />
        ))}
      </Group>
    </>
  )
}
