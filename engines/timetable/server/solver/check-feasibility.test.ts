import { describe, expect, it } from 'vitest'
import { checkFeasibility } from './check-feasibility.ts'
import { findGroup, listContradictions } from './contradictions.fixture.ts'
import { cellsOf, createElectiveSchool, createSampleSchool, lockedSlot } from './sample-school.fixture.ts'

describe('contradictions that need no search', () => {
  it.each(listContradictions())('names $title', ({ code, model, names }) => {
    const problems = checkFeasibility(model)
    const messages = problems.filter((problem) => problem.code === code).map(({ message }) => message)
    expect(messages.filter((message) => names.every((name) => message.includes(name)))).not.toEqual([])
    // Whoever reads it knows Chinese, no ids.
    for (const { message } of problems) expect(message).not.toMatch(/\b[a-z]/)
  })

  it('finds none in a school that has a timetable', () => {
    expect(checkFeasibility(createSampleSchool({ classesOfGrade: 2 }))).toEqual([])
    expect(checkFeasibility(createElectiveSchool())).toEqual([])
  })

  it('says it as a head of teaching affairs would', () => {
    const school = createSampleSchool({ classesOfGrade: 2 })
    const { teacherIds } = findGroup(school, '七(1)班', '语文')
    const days = cellsOf([3, 4, 5], [1, 2, 3, 4, 5, 6, 7, 8])
    const rules = [...school.rules, { kind: 'teacher-off' as const, userIds: [...teacherIds], cells: days }]
    expect(checkFeasibility({ ...school, rules }).map(({ message }) => message)).toEqual([
      '王芳静每周13节，排除不排课的时间后只剩12节可排',
      '七(1)班语文每周6节，每天最多2节，一周最多只能排4节',
      '七(2)班语文每周6节，每天最多2节，一周最多只能排4节',
    ])
  })

  it('lets lessons of odd and even weeks share a class, a teacher and a room', () => {
    const school = createSampleSchool({ classesOfGrade: 2 })
    const [labour, heart] = ['劳动', '心理'].map((name) => findGroup(school, '七(1)班', name))
    const slots = (one: 'odd' | 'even') => [
      lockedSlot(labour!.id, 2, 3, { weekRule: 'odd' }),
      lockedSlot(heart!.id, 2, 3, { weekRule: one }),
    ]
    expect(checkFeasibility({ ...school, slots: slots('even') })).toEqual([])
    expect(checkFeasibility({ ...school, slots: slots('odd') }).map(({ code }) => code)).toContain('class-clash')
  })

  it('knows which of the listed weeks meet', () => {
    const school = createSampleSchool({ classesOfGrade: 2 })
    const [music, art] = ['音乐', '美术'].map((name) => findGroup(school, '七(1)班', name))
    const slots = (weeks: number[]) => [
      lockedSlot(music!.id, 2, 3, { weekRule: 'listed', weeks: [1, 2, 3], roomId: 'home-c1' }),
      lockedSlot(art!.id, 2, 3, { weekRule: 'listed', weeks, roomId: 'home-c1' }),
    ]
    expect(checkFeasibility({ ...school, slots: slots([4, 5]) })).toEqual([])
    expect(checkFeasibility({ ...school, slots: slots([3, 4]) }).map(({ code }) => code)).toEqual(['class-clash'])
  })
})
