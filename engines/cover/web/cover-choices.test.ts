import { expect, it } from 'vitest'
import type { Candidate, CoverLesson } from '../contract.ts'
import {
  applyProposal,
  askOfficeForAll,
  blockBusy,
  dropOutdated,
  isComplete,
  listBusy,
  listOpen,
  putChoice,
  putPeople,
} from './cover-choices.ts'

const lessonOf = (part: Partial<CoverLesson>): CoverLesson => ({
  lessonId: 'maths',
  day: '2026-11-20',
  periodId: 'p1',
  periodName: '第1节',
  begins: '08:00',
  ends: '08:40',
  groupName: '七(3)班',
  classId: null,
  subjectId: 's1',
  subjectName: '数学',
  roomName: '',
  teachers: [],
  seenAt: 'then',
  state: 'free',
  requestId: null,
  requestStatus: null,
  kind: null,
  toNames: [],
  ...part,
})
const maths = lessonOf({})
const same = lessonOf({ lessonId: 'same', groupName: '七(4)班' })
const later = lessonOf({ lessonId: 'later', begins: '08:40', ends: '09:20' })
const covered = lessonOf({ lessonId: 'covered', state: 'covered' })
const lessons = [maths, same, later, covered]

it('one colleague, several and nobody', () => {
  const one = putPeople([], maths, 'substitute', ['zhao'])
  expect(one[0]).toMatchObject({ lessonId: 'maths', seenAt: 'then', askMode: 'one', userIds: ['zhao'] })
  const two = putPeople(one, maths, 'substitute', ['zhao', 'wu'])
  expect(two).toEqual([expect.objectContaining({ askMode: 'several' })])
  expect(putPeople(two, maths, 'substitute', [])).toEqual([])
})

it('counts lessons for which nothing is arranged or chosen', () => {
  expect(listOpen(lessons, [])).toEqual([maths, same, later])
  expect(listOpen(lessons, putPeople([], maths, 'substitute', ['zhao']))).toEqual([same, later])
})

it('leaves to the office only what is open', () => {
  const all = askOfficeForAll(lessons, putPeople([], maths, 'substitute', ['zhao']))
  expect(all.map(({ lessonId, askMode }) => [lessonId, askMode])).toEqual([
    ['maths', 'one'],
    ['same', 'office'],
    ['later', 'office'],
  ])
})

it('takes over what is proposed; a lesson without anybody stays open', () => {
  const found = { name: '', facts: [], note: '' }
  const chosen = applyProposal(lessons, [], {
    lessons: [
      { ...found, lessonId: 'maths', userId: 'zhao' },
      { ...found, lessonId: 'same', userId: null },
      { ...found, lessonId: 'unknown', userId: 'wu' },
    ],
    broken: [],
    fairness: { least: 0, most: 0, teachers: 1 },
  })
  expect(chosen.map(({ lessonId, userIds }) => [lessonId, userIds])).toEqual([['maths', ['zhao']]])
})

it('nobody is chosen for two lessons at the same time', () => {
  const chosen = putPeople([], maths, 'substitute', ['zhao'])
  expect(listBusy(lessons, chosen, same)).toEqual(['zhao'])
  expect(listBusy(lessons, chosen, later)).toEqual([])
  expect(listBusy(lessons, chosen, maths)).toEqual([])
  const zhao = { userId: 'zhao', obstacle: '' } as Candidate
  expect(blockBusy([zhao], ['zhao'])[0]?.obstacle).toBe('已选代同一时间的另一节课')
  expect(blockBusy([zhao], ['wu'])[0]?.obstacle).toBe('')
})

it('a choice ends when its lesson is gone, changed or arranged', () => {
  const chosen = putPeople(putPeople([], maths, 'substitute', ['zhao']), same, 'substitute', ['wu'])
  expect(dropOutdated(lessons, chosen)).toHaveLength(2)
  expect(dropOutdated([same], chosen).map(({ lessonId }) => lessonId)).toEqual(['same'])
  expect(dropOutdated([lessonOf({ seenAt: 'now' })], chosen)).toEqual([])
  expect(dropOutdated([lessonOf({ state: 'asked' })], chosen)).toEqual([])
})

it('each kind needs something else', () => {
  const of = (part: Parameters<typeof putChoice>[2]) => isComplete(putChoice([], maths, part)[0]!)
  expect([of({}), of({ userIds: ['zhao'] }), of({ askMode: 'office' })]).toEqual([false, true, true])
  expect([of({ kind: 'swap' }), of({ kind: 'swap', otherLessonId: 'later' })]).toEqual([false, true])
  const to = { day: '2026-11-23', periodId: 'p1' }
  expect([of({ kind: 'move' }), of({ kind: 'move', to })]).toEqual([false, true])
  expect([of({ kind: 'cancel' }), of({ kind: 'cancel', cancelReason: 'exam' })]).toEqual([false, true])
})
