import { describe, expect, it } from 'vitest'
import type { CoverTeacher, OpenLesson } from './candidate-facts.ts'
import { proposeFrom, type CoverQuestion } from './propose-covers.ts'
import { createRandomWeek, listMistakes } from './random-week.fixture.ts'

const day = '2026-11-18'
const at = (clock: string, on = day) => new Date(`${on}T${clock}:00+08:00`)
const span = (begins: string, ends: string, on = day) => ({ startsAt: at(begins, on), endsAt: at(ends, on) })

const open = (id: string, begins: string, ends: string, more: Partial<OpenLesson> = {}): OpenLesson => ({
  id,
  termId: 'term',
  day,
  ...span(begins, ends, more.day),
  name: '七(1)班数学课',
  classId: 'c1',
  gradeId: 'g7',
  subjectId: '数学',
  personIds: ['absent'],
  ...more,
})
const first = open('first', '08:00', '08:40')
const second = open('second', '08:50', '09:30')

/** Somebody who teaches mathematics in the class and has nothing to do. */
const teacher = (name: string, more: Partial<CoverTeacher> = {}): CoverTeacher => ({
  userId: name,
  personId: `person ${name}`,
  name,
  from: '2020-08-01',
  over: null,
  subjectIds: new Set(['数学']),
  classIds: new Set(['c1']),
  gradeIds: new Set(['g7']),
  duties: [],
  away: [],
  covers: [],
  pending: [],
  ...more,
})
const lesson = (begins: string, ends: string) => ({ ...span(begins, ends), isLesson: true })
const covers = (count: number, on = '2026-10-12') => [{ termId: 'term', day: on, count }]

const propose = (
  lessons: readonly OpenLesson[],
  teachers: readonly CoverTeacher[],
  rules: Partial<CoverQuestion['rules']> = {},
) => proposeFrom({ today: day, lessons, teachers, rules: { weekMost: 3, dayMost: 5, askWhom: undefined, ...rules } })
const namesOf = ({ lessons }: Awaited<ReturnType<typeof propose>>) => lessons.map(({ name }) => name)

describe('a proposal', () => {
  it('takes who is free, and says why she is suitable', async () => {
    const proposal = await propose(
      [first],
      [
        teacher('王芳', { duties: [lesson('08:00', '08:40')] }),
        teacher('李丽', { duties: [lesson('10:00', '10:40')] }),
      ],
    )
    expect(proposal).toEqual({
      lessons: [
        {
          lessonId: 'first',
          userId: '李丽',
          name: '李丽',
          facts: ['同科', '任教本班', '同年级', '今日1节', '本周代课0节', '本学期代课0节'],
          note: '',
        },
      ],
      broken: [],
      fairness: { least: 1, most: 1, teachers: 1 },
    })
  })

  it('gives two lessons of one time to two people, and of two times on one day too', async () => {
    const both = [teacher('王芳'), teacher('李丽')]
    const overlapping = open('overlapping', '08:30', '09:10', { classId: 'c2' })
    expect(new Set(namesOf(await propose([first, overlapping], both))).size).toBe(2)
    expect(new Set(namesOf(await propose([first, second], both))).size).toBe(2)
  })

  it('says so when somebody covers twice on a day, or has too many lessons', async () => {
    const full = ['10:00', '10:50', '14:00', '14:50'].map((begins) => lesson(begins, begins.replace(/0$/, '5')))
    const { lessons, broken } = await propose([first, second], [teacher('王芳', { duties: full })])
    expect(lessons.map(({ note }) => note)).toEqual([
      '王芳当天将代2节；王芳当天将达6节',
      '王芳当天将代2节；王芳当天将达6节',
    ])
    expect(broken).toEqual(['王芳11月18日将代2节', '王芳11月18日将达6节'])
  })

  it('says so when she teaches another subject, or not in the class', async () => {
    const proposal = await propose(
      [first],
      [teacher('周梅', { subjectIds: new Set(['音乐']), classIds: new Set(['c2']) })],
    )
    expect(proposal.broken).toEqual([
      '11月18日08:00七(1)班数学课：周梅不是同科教师',
      '11月18日08:00七(1)班数学课：周梅不任教本班',
    ])
    expect(proposal.lessons[0]!.note).toBe('周梅不是同科教师；周梅不任教本班')
  })

  it('prefers the same subject, then the class, then who covered least', async () => {
    const musician = teacher('周梅', { subjectIds: new Set(['音乐']) })
    const stranger = teacher('李丽', { classIds: new Set(), covers: covers(1) })
    expect(namesOf(await propose([first], [musician, stranger]))).toEqual(['李丽'])
    const known = teacher('王芳', { covers: covers(3) })
    expect(namesOf(await propose([first], [musician, stranger, known]))).toEqual(['王芳'])
    expect(namesOf(await propose([first], [known, teacher('赵敏', { covers: covers(2) })]))).toEqual(['赵敏'])
  })

  it('spreads the covers over those who had fewest', async () => {
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
    const lessons = days.map((on) => open(on, '08:00', '08:40', { day: on }))
    const { lessons: given, fairness } = await propose(lessons, [
      teacher('王芳', { covers: covers(4) }),
      teacher('李丽', { covers: covers(2) }),
      teacher('赵敏', { covers: covers(2) }),
    ])
    expect(given.map(({ name }) => name).toSorted()).toEqual(['李丽', '李丽', '赵敏', '赵敏'])
    expect(fairness).toEqual({ least: 4, most: 4, teachers: 2 })
  })

  it('leaves breaks after four lessons', async () => {
    const four = [
      lesson('08:50', '09:30'),
      lesson('09:40', '10:20'),
      lesson('10:30', '11:10'),
      lesson('11:20', '12:00'),
    ]
    const busy = teacher('王芳', { duties: four })
    expect(namesOf(await propose([first], [busy, teacher('李丽', { covers: covers(2) })]))).toEqual(['李丽'])
    expect((await propose([first], [busy])).broken).toEqual(['11月18日08:00七(1)班数学课：王芳将连上5节'])
    // After noon she begins again.
    const later = four.map((one) => ({
      ...one,
      startsAt: new Date(one.startsAt.getTime() + 4 * 3_600_000),
      endsAt: new Date(one.endsAt.getTime() + 4 * 3_600_000),
    }))
    expect((await propose([first], [teacher('王芳', { duties: later })])).broken).toEqual([])
  })

  it('keeps the limit of the week, with covers that she has, and says when nobody is left', async () => {
    const lessons = ['2026-11-16', '2026-11-17', '2026-11-23'].map((on) => open(on, '08:00', '08:40', { day: on }))
    const { lessons: given } = await propose(lessons, [teacher('王芳', { covers: covers(2, '2026-11-20') })])
    // Of Monday and Tuesday one; the Monday after is another week.
    const [monday, tuesday, next] = given as [(typeof given)[0], (typeof given)[0], (typeof given)[0]]
    expect([monday.userId, tuesday.userId].filter((userId) => userId === null)).toHaveLength(1)
    expect(monday.note + tuesday.note).toBe('空闲的1位教师本周都已达到上限')
    expect(next.name).toBe('王芳')
    const { lessons: none, fairness } = await propose([first], [teacher('李丽', { covers: covers(3, '2026-11-16') })])
    expect(none[0]).toMatchObject({ userId: null, name: '', facts: [], note: '空闲的1位教师本周都已达到上限' })
    expect(fairness).toEqual({ least: 0, most: 0, teachers: 0 })
  })

  it('says when nobody is free, or everybody covers another lesson then', async () => {
    const away = teacher('王芳', { away: [span('00:00', '23:59')] })
    const watch = teacher('李丽', { duties: [{ ...span('08:30', '10:00'), isLesson: false }] })
    const gone = teacher('赵敏', { over: day })
    const herself = teacher('孙超', { personId: 'absent' })
    const nobody = await propose([first], [away, watch, gone, herself])
    expect(nobody.lessons[0]).toMatchObject({ userId: null, note: '没有空闲的教师' })
    expect((await propose([first], [])).lessons[0]!.note).toBe('没有空闲的教师')
    const twice = await propose([first, { ...first, id: 'same time' }], [teacher('王芳')])
    expect(twice.lessons.map(({ note }) => note).toSorted()).toEqual(['', '空闲的1位教师都已代同时段的课或达到上限'])
  })

  it('asks only whom the school allows', async () => {
    const sameGrade = teacher('周梅', { subjectIds: new Set(['音乐']) })
    const other = teacher('吴强', { subjectIds: new Set(['音乐']), gradeIds: new Set(['g8']) })
    const found = async (askWhom: CoverQuestion['rules']['askWhom'], ...some: CoverTeacher[]) =>
      namesOf(await propose([first], some, { askWhom }))[0]
    expect(await found('subject', sameGrade)).toBe('')
    expect(await found('grade', other, sameGrade)).toBe('周梅')
    expect(await found('grade', other)).toBe('')
    expect(await found('school', other)).toBe('吴强')
    expect(await found(undefined, other)).toBe('吴强')
  })

  it('takes somebody who is not asked for another lesson already', async () => {
    const asked = teacher('王芳', { pending: [{ lessonId: 'elsewhere', day }] })
    expect(namesOf(await propose([first], [asked, teacher('李丽')]))).toEqual(['李丽'])
    // The request is about this very lesson.
    const own = teacher('王芳', { pending: [{ lessonId: 'first', day }] })
    expect(namesOf(await propose([first], [own, teacher('李丽', { covers: covers(1) })]))).toEqual(['王芳'])
  })

  it('has no mistake in 500 random weeks', async () => {
    const spreads: number[] = []
    let [lessons, nobody] = [0, 0]
    for (let seed = 1; seed <= 500; seed++) {
      const question = createRandomWeek(seed, { classes: 3 + (seed % 6), open: 1 + (seed % 9) })
      const proposal = await proposeFrom(question)
      expect({ seed, mistakes: listMistakes(question, proposal) }).toEqual({ seed, mistakes: [] })
      lessons += proposal.lessons.length
      nobody += proposal.lessons.filter(({ userId }) => userId === null).length
      if (proposal.fairness.teachers > 1) spreads.push(proposal.fairness.most - proposal.fairness.least)
    }
    const mean = spreads.reduce((sum, one) => sum + one, 0) / spreads.length
    console.log(`cover: ${lessons} lessons, ${nobody} without anybody; covers of a term differ by ${mean.toFixed(1)}`)
    expect(nobody).toBeLessThan(lessons)
  })
})
