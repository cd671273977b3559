import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { CurrentCardContext } from '../board/current-card.ts'
import { Card } from '../board/card.tsx'
import { FactRows, FactRowsSkeleton } from '../board/fact-rows.tsx'
import { Figures, FiguresSkeleton } from '../board/figures.tsx'
import type { EmptyCardState } from '../board/card-state.tsx'
import { PieceHead } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

interface State {
  title: string
  answer: () => Promise<string>
  /** Data that was loaded an hour ago. */
  had?: string
  emptyState?: EmptyCardState
}

const hour = 3_600_000
const fault = new CallError({ ret: Ret.fault, msg: '服务暂时不可用', status: 500 })
const cut = new CallError({ ret: Ret.fault, msg: '请求超时，请重新刷新页面', status: 0 })
const refused = new CallError({ ret: Ret.forbidden, msg: '无权访问', status: 200 })

const never: EmptyCardState = {
  kind: 'empty',
  title: '还没有家访记录',
  text: '选好学生和时间，系统会通知家长确认。',
  next: <Button type="primary">新建家访</Button>,
}
const rest: EmptyCardState = {
  kind: 'rest',
  title: '今天休息',
  text: '下一个上课日：11-16 周一，第 1 节数学，三（2）班。',
}

const states: readonly State[] = [
  { title: '有数据', answer: async () => '六（1）班' },
  { title: '正在加载', answer: () => new Promise(() => {}) },
  { title: '数据不是最新的', answer: () => Promise.reject(fault), had: '六（1）班' },
  { title: '加载失败', answer: () => Promise.reject(fault) },
  { title: '网络断开', answer: () => Promise.reject(cut) },
  { title: '没有权限', answer: () => Promise.reject(refused) },
  { title: '从未使用', answer: async () => '', emptyState: never },
  { title: '休息日', answer: async () => '', emptyState: rest },
]

const figures = [
  { label: '教师在岗', value: 94, unit: '/ 98 人', note: '较昨日少 2 人' },
  { label: '今日用餐', value: 1574, unit: '份', note: '较昨日多 12 份' },
  { label: '公文按时办结', value: 96.4, unit: '%', note: '较上周升 1.8 个百分点' },
]
const labels = figures.map(({ label }) => label)

/** A card of the board in each of its states. */
export default function CardsGallery() {
  const [round, setRound] = useState(0)
  return (
    <div className={styles['page']}>
      <PieceHead title="看板卡片">
        <Button onClick={() => setRound(round + 1)}>重新读取</Button>
      </PieceHead>
      <CurrentCardContext value={{ id: 'gallery-figures', title: '关键数字' }}>
        <Card
          reading={{ queryKey: ['gallery', 'figures', round], queryFn: async () => figures }}
          isBare
          skeleton={<FiguresSkeleton labels={labels} />}
          readAloudText={() => labels.join('，')}
        >
          {(data) => <Figures figures={data} />}
        </Card>
      </CurrentCardContext>
      <div className={styles['cards']}>
        {states.map((state) => (
          <CurrentCardContext
            key={`${state.title} ${round}`}
            value={{ id: `gallery-${state.title}`, title: state.title }}
          >
            <Shown {...state} round={round} />
          </CurrentCardContext>
        ))}
      </div>
    </div>
  )
}

function Shown({ title, answer, had, emptyState, round }: State & { round: number }) {
  const client = useQueryClient()
  const queryKey = ['gallery', 'card', title, round]
  useState(() => had && client.setQueryData(queryKey, had, { updatedAt: Date.now() - hour }))
  return (
    <Card
      reading={{ queryKey, queryFn: answer }}
      meta={() => '更新于 09:38'}
      skeleton={<FactRowsSkeleton labels={['班级', '人数', '班主任']} />}
      emptyState={() => emptyState}
      readAloudText={(className) => className}
    >
      {(className) => (
        <FactRows
          facts={[
            { label: '班级', value: className },
            { label: '人数', value: '45 人' },
            { label: '班主任', value: '李敏' },
          ]}
        />
      )}
    </Card>
  )
}
