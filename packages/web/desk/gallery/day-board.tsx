import { useState } from 'react'
import { Button } from '../button.tsx'
import { CandidateList } from '../day-board/candidate-list.tsx'
import type { BoardCandidate, BoardColumn, BoardLesson, BoardPeriod } from '../day-board/board-types.ts'
import { DayBoard } from '../day-board/day-board.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const periods: BoardPeriod[] = ['08:00', '08:50', '10:00', '10:50', '13:30', '14:20', '15:10'].map((begins, at) => ({
  id: `p${at + 1}`,
  name: `第${at + 1}节`,
  begins,
}))

const lesson = (
  id: string,
  periodId: string,
  [title, detail]: [string, string],
  [state, text]: [BoardLesson['state'], string],
): BoardLesson => ({ id, periodId, title, detail, state, text })

const open: [BoardLesson['state'], string] = ['open', '待安排']
const columns: BoardColumn[] = [
  {
    id: 'chen',
    name: '陈国栋',
    lessons: [
      lesson('1', 'p1', ['七(3)班', '数学'], ['past', '赵敏代课']),
      lesson('2', 'p2', ['七(4)班', '数学'], open),
      lesson('3', 'p4', ['七(3)班', '数学'], open),
      lesson('4', 'p6', ['七(4)班', '数学'], ['waiting', '待确认 赵敏']),
    ],
  },
  {
    id: 'sun',
    name: '孙丽',
    lessons: [
      lesson('5', 'p2', ['八(1)班', '英语'], ['arranged', '周文代课']),
      lesson('6', 'p3', ['八(2)班', '英语'], open),
      lesson('7', 'p7', ['八(2)班', '英语'], ['cancelled', '停课']),
    ],
  },
]
const candidates: BoardCandidate[] = [
  { id: 'zhao', name: '赵敏', facts: ['同科', '任教本班', '本周代课 0 节'], warning: '', obstacle: '' },
  { id: 'wu', name: '吴越', facts: ['同科', '本周代课 1 节'], warning: '当日将达 6 节', obstacle: '' },
  { id: 'gu', name: '顾盼', facts: ['任教本班', '本周代课 0 节'], warning: '', obstacle: '' },
  { id: 'qian', name: '钱坤', facts: [], warning: '', obstacle: '该时段已有八(2)班数学课' },
  { id: 'ma', name: '马超', facts: [], warning: '', obstacle: '当日请假' },
]

/** The board of a day: who is missing, and who could give the lessons. */
export default function DayBoardGallery() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({ 6: 'gu' })
  const [chosen, setChosen] = useState('2')
  const nameOf = (id: string | undefined) => candidates.find((one) => one.id === id)?.name
  const shown = columns.map((column) => ({
    ...column,
    lessons: column.lessons.map((one) => {
      const draft = nameOf(drafts[one.id])
      return draft ? { ...one, draft } : one
    }),
  }))
  return (
    <div className={styles['page']}>
      <PieceHead title="当日看板" />
      <Section title="选课、选人，点、拖或按 1–9，Enter 确认">
        <DayBoard
          label="缺课教师"
          columns={shown}
          periods={periods}
          chosenId={chosen}
          candidates={candidates}
          isFront
          onChooseLesson={setChosen}
          onChooseCandidate={(lessonId, id) => setDrafts({ ...drafts, [lessonId]: id })}
          findObstacle={(_lessonId, id) => candidates.find((one) => one.id === id)?.obstacle ?? ''}
          onConfirm={() => setDrafts({})}
        >
          <CandidateList
            candidates={candidates}
            chosenId={drafts[chosen]}
            isDraggable
            onChoose={(id) => setDrafts({ ...drafts, [chosen]: id })}
          />
          <Button onClick={() => setDrafts({})}>清除</Button>
        </DayBoard>
      </Section>
    </div>
  )
}
