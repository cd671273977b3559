import { expect, it } from 'vitest'
import { assignCovers } from './assign.ts'
import { createCoverWorld, minutesAfter, sunday } from './covers.fixture.ts'
import { claimCover } from './respond.ts'

const { as, who, inOffice, lessonsOf, item, apply, answer, caseOf } = createCoverWorld({ poolSize: 12 })
const nextWeek = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']

it('lets nobody agree to more lessons of a week than the school allows, one by one or all at once', async () => {
  const lessons = (await lessonsOf('王芳')).slice(0, 5)
  const asked = await apply(
    '王芳',
    lessons.map((lesson) => item(lesson, { userIds: [who('赵亮').userId] })),
  )
  const ids = asked.map(({ id }) => id)
  await expect(answer('赵亮', ids)).rejects.toThrow('赵亮该周已代0节，一周最多代3节')
  await answer('赵亮', ids.slice(0, 2))
  await expect(answer('赵亮', ids.slice(2, 4))).rejects.toThrow('赵亮该周已代2节')
  const both = await Promise.allSettled([answer('赵亮', [ids[2]!]), answer('赵亮', [ids[3]!])])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(answer('赵亮', [ids[4]!])).rejects.toThrow('赵亮该周已代3节')
  expect((await caseOf(ids[4]!)).status).toBe('asking')
  // To decline is always possible.
  expect(await answer('赵亮', [ids[4]!], false)).toMatchObject([{ status: 'declined' }])
})

it('counts what waits for a leave, and what is claimed', async () => {
  const lessons = (await lessonsOf('李丽', ...nextWeek)).slice(0, 4)
  const absence = { awaySource: 'teacher-leave', awayRef: '0199d0c0-0000-7000-8000-000000000001' }
  const asked = await apply(
    '李丽',
    lessons.map((lesson) => item(lesson, { askMode: 'everybody' })),
    { absence },
  )
  const claim = ({ id }: { id: string }) => as(who('钱悦'), minutesAfter(sunday, 1), (ctx) => claimCover(ctx, { id }))
  for (const one of asked.slice(0, 3)) expect(await claim(one)).toEqual({ status: 'agreed' })
  await expect(claim(asked[3]!)).rejects.toThrow('钱悦该周已代3节')
})

it('counts all lessons that the office assigns in one call', async () => {
  const lessons = (await lessonsOf('周明', ...nextWeek)).slice(0, 4)
  const assign = (count: number) =>
    inOffice((ctx) =>
      assignCovers(ctx, {
        lessons: lessons.slice(0, count).map((lesson) => ({ ...item(lesson), userId: who('孙静').userId })),
        source: 'office',
        reason: '',
        isChainConfirmed: false,
      }),
    )
  await expect(assign(4)).rejects.toThrow('孙静该周已代0节，一周最多代3节')
  expect(await assign(3)).toHaveLength(3)
})
