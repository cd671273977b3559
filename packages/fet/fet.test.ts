import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { solveFet, type FetConstraint, type FetProblem } from './index.ts'

/** Two classes, two teachers, two days of three hours, one laboratory. */
function smallSchool(more: readonly FetConstraint[] = [], copies = 1): FetProblem {
  const lesson = (subjectId: string, teacherId: string, classId: string, at: number) => ({
    id: `${subjectId}-${classId}-${at}`,
    teacherIds: [teacherId],
    subjectId,
    studentIds: [classId],
    duration: 1,
    roomIds: subjectId === 'physics' ? ['lab', 'hall'] : [],
  })
  const activities = ['c1', 'c2'].flatMap((classId) =>
    Array.from({ length: copies }, (_, at) => [
      lesson('maths', 'wang', classId, at),
      lesson('physics', 'li', classId, at),
    ]).flat(),
  )
  return {
    days: 2,
    hours: 3,
    teachers: ['wang', 'li'],
    subjects: ['maths', 'physics'],
    rooms: ['lab', 'hall'],
    students: [
      {
        id: 'grade7',
        groups: [
          { id: 'c1', subgroupIds: [] },
          { id: 'c2', subgroupIds: ['c2-a', 'c2-b'] },
        ],
      },
    ],
    activities,
    constraints: more,
  }
}
/** Three lessons of one teacher, of whom two need one room at one hour: seen only by searching. */
const contradiction = (): FetProblem => {
  const school = smallSchool([], 2)
  const withRoom = school.activities.map((activity) => ({ ...activity, roomIds: ['lab'] }))
  return { ...school, activities: withRoom, rooms: ['lab'] }
}

describe('FET', () => {
  it('keeps every constraint', async () => {
    const morning = [0, 1].map((day) => ({ day, hour: 0 }))
    const school = smallSchool(
      [
        { kind: 'teacher-not-available', teacherId: 'wang', times: [{ day: 0, hour: 0 }] },
        { kind: 'students-not-available', studentsId: 'c2', times: [{ day: 1, hour: 2 }] },
        { kind: 'room-not-available', roomId: 'hall', times: morning },
        { kind: 'teacher-most-daily', teacherId: 'li', hours: 2 },
        { kind: 'days-between', activityIds: ['maths-c1-0', 'maths-c1-1'], days: 1, weight: 100 },
        { kind: 'days-between', activityIds: ['maths-c2-0', 'maths-c2-1'], days: 1, weight: 95 },
        { kind: 'activity-starts', activityId: 'physics-c1-0', times: [{ day: 0, hour: 2 }], weight: 100 },
        {
          kind: 'subject-times',
          subjectId: 'physics',
          times: [...morning, { day: 0, hour: 2 }, { day: 1, hour: 2 }, { day: 1, hour: 1 }],
          weight: 100,
        },
        { kind: 'same-start', activityIds: ['maths-c2-0', 'physics-c1-1'] },
      ],
      2,
    )
    school.activities[0]!.fixed = { day: 0, hour: 1 }
    const result = await solveFet(school, { seconds: 10, seed: 1 })
    expect(result).toMatchObject({ status: 'solved', unplaced: [], difficult: [], seed: 1 })
    const at = new Map(result.placements.map((one) => [one.activityId, one]))
    expect(at.get('maths-c1-0')).toEqual({ activityId: 'maths-c1-0', day: 0, hour: 1, roomId: null })
    expect(at.get('maths-c1-1')!.day).toBe(1)
    expect(at.get('physics-c1-0')).toMatchObject({ day: 0, hour: 2 })
    expect(at.get('maths-c2-0')).toMatchObject({ day: at.get('physics-c1-1')!.day, hour: at.get('physics-c1-1')!.hour })
    const timesOf = (part: string) =>
      result.placements.flatMap(({ activityId, day, hour }) => (activityId.includes(part) ? `${day} ${hour}` : []))
    expect(timesOf('maths')).not.toContain('0 0')
    expect(timesOf('physics')).not.toContain('0 1')
    expect(timesOf('c2')).not.toContain('1 2')
    const rooms = result.placements.filter(({ activityId }) => activityId.startsWith('physics'))
    expect(rooms.filter(({ hour, roomId }) => roomId !== 'lab' && (hour === 0 || roomId !== 'hall'))).toEqual([])
  })

  it('gives the same timetable for the same seed', async () => {
    const [one, again, other] = [
      await solveFet(smallSchool([], 3), { seconds: 10, seed: 7 }),
      await solveFet(smallSchool([], 3), { seconds: 10, seed: 7 }),
      await solveFet(smallSchool([], 3), { seconds: 10, seed: 8 }),
    ]
    expect(again.placements).toEqual(one.placements)
    expect(other.placements).not.toEqual(one.placements)
  })

  it('does not give a subgroup of two groups two lessons at once', async () => {
    const students = [
      {
        id: 'grade7',
        groups: [
          { id: 'c1', subgroupIds: ['s1', 's2'] },
          { id: 'c2', subgroupIds: ['s2'] },
        ],
      },
    ]
    const shared = { ...smallSchool([], 2), students }
    const { status, placements } = await solveFet(shared, { seconds: 2, seed: 1 })
    expect({ status, times: new Set(placements.map(({ day, hour }) => `${day} ${hour}`)).size }).toMatchObject({
      status: 'impossible', // eight lessons of s2 in six hours
      times: 0,
    })
  })

  it('returns the best it had when the time is over, and where it failed', async () => {
    const before = await folders()
    const result = await solveFet(contradiction(), { seconds: 1, seed: 1 })
    expect(result).toMatchObject({ status: 'timeout' })
    expect(result.placements).toHaveLength(6)
    expect(result.unplaced).toHaveLength(2)
    expect(result.unplaced).toContain(result.difficult[0])
    expect(await folders()).toEqual(before)
  })

  it('stops when it is told to, with what it has', async () => {
    const result = await solveFet(contradiction(), { seconds: 60, seed: 1, signal: AbortSignal.timeout(500) })
    expect(result).toMatchObject({ status: 'stopped' })
    expect(result.placements.length).toBeGreaterThan(0)
    expect(result.seconds).toBeLessThan(20)
    expect(await solveFet(contradiction(), { seconds: 60, signal: AbortSignal.abort() })).toMatchObject({
      status: 'stopped',
      placements: [],
    })
  })

  it('says so when FET sees a contradiction before the search', async () => {
    const result = await solveFet(smallSchool([{ kind: 'teacher-most-daily', teacherId: 'li', hours: 1 }], 2), {
      seconds: 5,
    })
    expect(result).toMatchObject({ status: 'impossible', placements: [] })
    expect(result.message).toContain('max 1 hours daily')
  })

  it('takes a warning of the parser for an error, even where FET goes on and succeeds', async () => {
    const falsify = (input: string) => input.replace('<Comments></Comments></ConstraintBasic', '<Bogus>1</Bogus>$&')
    const result = await solveFet(smallSchool(), { seconds: 5, alter: falsify })
    expect(result).toMatchObject({ status: 'invalid-input', placements: [] })
    expect(result.message).toContain('unrecognized XML tag')
    expect(result.message).toContain('Simulation successful')
  })

  it.each([
    ['unknown teacher zhao in activity a', { teacherIds: ['zhao'] }],
    ['unknown students c9 in activity a', { studentIds: ['c9'] }],
    ['unknown room r9 in activity a', { roomIds: ['r9'] }],
    ['unknown subject s9 in activity a', { subjectId: 's9' }],
    ['day 2, hour 0 in activity a', { fixed: { day: 2, hour: 0 } }],
    ['duration 4 in activity a', { duration: 4 }],
    ['not a usable id of a activity: <a>', { id: '<a>' }],
    ['twice the same activity: maths-c1-0', { id: 'maths-c1-0' }],
  ])('refuses a problem with: %s', (words, mistake) => {
    const school = smallSchool()
    const activities = [...school.activities, { ...school.activities[0]!, id: 'a', ...mistake }]
    expect(() => solveFet({ ...school, activities }, { seconds: 1 })).toThrow(words)
  })

  it('refuses a constraint that names something unknown', () => {
    const wrong: FetConstraint[] = [
      { kind: 'teacher-not-available', teacherId: 'zhao', times: [] },
      { kind: 'days-between', activityIds: ['maths-c1-0', 'maths-c9-0'], days: 1, weight: 100 },
      { kind: 'same-start', activityIds: ['maths-c1-0'] },
    ]
    for (const constraint of wrong) expect(() => solveFet(smallSchool([constraint]), { seconds: 1 })).toThrow(/^fet: /)
  })
})

const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('qiming-fet-'))
