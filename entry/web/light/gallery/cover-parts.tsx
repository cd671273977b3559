import { useState } from 'react'
import { Card } from '#packages/web/light/card.tsx'
import type { CoverLesson, CoverRequest } from '#engines/cover/contract.ts'
import { ArrangedTag, AskedCard, CoverPicker, useAnswers, type CoverChoices } from '#engines/cover/web/api.ts'
import { Group } from './group.tsx'

const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
const lesson: CoverLesson = {
  lessonId: id(1),
  day: '2026-11-18',
  periodId: id(20),
  periodName: '第1节',
  begins: '08:10',
  ends: '08:50',
  groupName: '八(2)班',
  classId: id(30),
  subjectId: id(40),
  subjectName: '数学',
  roomName: '302教室',
  teachers: [],
  seenAt: '2026-11-17T00:00:00.000Z',
  state: 'free',
  requestId: null,
  requestStatus: null,
  kind: null,
  toNames: [],
}
const lessons: readonly CoverLesson[] = [
  lesson,
  { ...lesson, lessonId: id(2), periodName: '第3节', begins: '10:20', ends: '11:00', groupName: '八(4)班' },
  { ...lesson, lessonId: id(3), day: '2026-11-19', state: 'asked', requestStatus: 'asking', toNames: ['许静'] },
]
const chosen: CoverChoices = {
  [id(1)]: {
    kind: 'substitute',
    askMode: 'one',
    people: [{ id: id(50), name: '何思敏' }],
    facts: ['同科', '本周代课1节'],
  },
}
const leg: CoverRequest['legs'][number] = {
  ...lesson,
  id: id(60),
  from: { id: id(51), name: '陈国栋' },
  to: null,
  toDay: null,
  toPeriodName: '',
  toBegins: '',
  chainNo: 1,
  credit: 100,
}
const request: CoverRequest = {
  id: id(70),
  kind: 'substitute',
  askMode: 'one',
  status: 'asking',
  applicant: { id: id(51), name: '陈国栋' },
  source: null,
  reason: null,
  isBackfilled: false,
  appliedAt: '2026-11-17T02:00:00.000Z',
  legs: [leg],
  asked: [],
  chain: [],
  flowId: null,
  note: '',
  may: ['answer'],
}
const swap: CoverRequest = {
  ...request,
  id: id(71),
  kind: 'swap',
  legs: [{ ...leg, toDay: '2026-11-20', toPeriodName: '第2节', toBegins: '09:00' }],
}
const claim: CoverRequest = { ...request, id: id(72), askMode: 'everybody', may: ['claim'] }

/** Covers on phones. */
export function CoverParts() {
  const [choices, setChoices] = useState(chosen)
  const answers = useAnswers({ onDone: () => {}, onRefused: () => {} })
  return (
    <>
      <Group caption="请假期间的课：推荐、换人、请教务安排">
        <Card
          title={
            <>
              {lessons.length} 节课 <ArrangedTag lessons={lessons} choices={choices} />
            </>
          }
        >
          <CoverPicker lessons={lessons} choices={choices} onChange={setChoices} />
        </Card>
      </Group>
      <Group caption="待我确认：同意、拒绝、认领">
        {[request, swap, claim].map((one) => (
          <Card key={one.id}>
            <AskedCard request={one} today="2026-11-17" answers={answers} isOnline />
          </Card>
        ))}
      </Group>
    </>
  )
}
