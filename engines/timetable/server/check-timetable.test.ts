import { expect, it } from 'vitest'
import { checkTimetable } from './check-timetable.ts'
import type { ModelGroup, ModelSlot, TimetableModel } from './model.ts'
import { TimetableIndex } from './timetable-index.ts'

const [classCount, pupilCount, groupsOfBlock, blocks] = [8, 320, 9, 3]
const periods = Array.from({ length: 8 }, (_, at) => ({
  id: `p${at}`,
  name: `第${at + 1}节`,
  kind: 'lesson' as const,
  sort: at,
  begins: `${String(8 + at).padStart(2, '0')}:00`,
  ends: `${String(8 + at).padStart(2, '0')}:40`,
}))
const classes = Array.from({ length: classCount }, (_, at) => ({
  id: `c${at}`,
  label: `高二(${at + 1})班`,
  gradeId: 'g',
}))

const aGroup = (id: string, more: Partial<ModelGroup>): ModelGroup => ({
  id,
  label: id,
  subjectId: id,
  subjectName: id,
  kind: 'class',
  classId: null,
  gradeId: 'g',
  weekHours: 3,
  teacherIds: [`teacher of ${id}`],
  roomId: `room of ${id}`,
  pupilCount: 40,
  ...more,
})
const aSlot = (id: string, groupId: string, weekday: number, period: number): ModelSlot => ({
  id,
  groupId,
  weekday,
  periodId: `p${period}`,
  weekRule: 'every',
  weeks: [],
  roomId: null,
  teacherIds: [],
  isLocked: false,
})

/** A grade that chooses: the groups of a block are taught at one time, and every pupil has one of each block. */
function aChoosingGrade(): { model: TimetableModel; freeGroups: number } {
  const groups: ModelGroup[] = []
  const slots: ModelSlot[] = []
  for (let block = 0; block < blocks; block++)
    for (let at = 0; at < groupsOfBlock; at++) {
      const id = `选${block + 1}-${at + 1}`
      groups.push(aGroup(id, { kind: 'free' }))
      for (let hour = 0; hour < 3; hour++) slots.push(aSlot(`${id} ${hour}`, id, 1 + hour, block))
    }
  const freeGroups = groups.length
  // 25 further lessons of each class in the times that are left, each with its own teacher.
  for (const { id: classId, label } of classes)
    for (let at = 0; at < 25; at++) {
      const id = `${classId} ${at}`
      groups.push(aGroup(id, { label, subjectName: `课${at}`, classId, weekHours: 1, roomId: `room of ${classId}` }))
      slots.push(aSlot(id, id, 1 + (at % 5), 3 + Math.floor(at / 5)))
    }
  const pupils = Array.from({ length: pupilCount }, (_, at) => ({
    id: `u${at}`,
    name: `学生${at}`,
    classId: `c${at % classCount}`,
    groupIds: Array.from(
      { length: blocks },
      (_, block) => `选${block + 1}-${((at * (block + 2)) % groupsOfBlock) + 1}`,
    ),
  }))
  const model: TimetableModel = {
    weekdays: [1, 2, 3, 4, 5],
    periods,
    rules: [],
    rooms: new Map(),
    teachers: new Map(),
    slots,
    pupils,
    classes: new Map(classes.map((one) => [one.id, one])),
    groups: new Map(groups.map((one) => [one.id, one])),
  }
  return { model, freeGroups }
}

it('finds the clash of one pupil among 320 who choose, though class, teacher and room are free', () => {
  const { model, freeGroups } = aChoosingGrade()
  expect(freeGroups).toBe(27)
  const began = process.cpuUsage()
  expect(checkTimetable(new TimetableIndex(model)).filter(({ level }) => level === 'hard')).toEqual([])
  const unlucky = model.pupils[137]!
  const [first] = unlucky.groupIds
  const second = first === '选1-1' ? '选1-2' : '选1-1'
  // A group of the first block instead of the one of the second.
  const pupils = model.pupils.map((one) =>
    one === unlucky ? { ...one, groupIds: [first!, second, one.groupIds[2]!] } : one,
  )
  const hard = checkTimetable(new TimetableIndex({ ...model, pupils })).filter(({ level }) => level === 'hard')
  const { user, system } = process.cpuUsage(began)
  expect(hard.map(({ code, message }) => ({ code, message }))).toEqual(
    ['一', '二', '三'].map((day) => ({
      code: 'pupil',
      message: expect.stringMatching(
        new RegExp(`^选1-\\d（周${day}第1节）：学生137周${day}第1节要上选1-\\d$`),
      ) as string,
    })),
  )
  // Of the whole process: other files run beside.
  expect((user + system) / 1000).toBeLessThan(3_000)
})
