import { expect, it } from 'vitest'
import type { CreateOf } from '#packages/contract'
import { useDatabase, createActor } from '#packages/testing'
import { twoSchools } from '#kernel/org/server/example.ts'
import { ensureNationalSubjects } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { profession } from '../contract.ts'
import { listHighSchoolSubjects } from './overview-queries.ts'
import { professions } from './professions.ts'

const { as } = useDatabase()

it('a combination has exactly three subjects, a profession needs none', async () => {
  const { orgId, keeper, subjects } = await as(createActor(), async (ctx) => {
    const { school } = await twoSchools(ctx)
    await ensureNationalSubjects(ctx)
    return {
      orgId: school.id,
      keeper: await aTeacher(ctx, { at: school, can: ['profession.edit'] }),
      subjects: await listHighSchoolSubjects(ctx.db),
    }
  })
  const [firstSubject, secondSubject, thirdSubject] = ['物理', '化学', '生物'].map((name) => subjects.get(name)!)
  const base = { orgId, code: '', stages: [4], isDisabled: false, years: null }
  const chosen = { firstSubject: firstSubject!, secondSubject: secondSubject!, thirdSubject: thirdSubject! }
  const create = (form: Partial<CreateOf<typeof profession>>) =>
    as(keeper, (ctx) => professions.create(ctx, { ...base, ...chosen, name: '物化生', kind: 'combination', ...form }))
  const message = (message: string) => expect.objectContaining({ message })
  await expect(create({ thirdSubject: null })).rejects.toEqual(message('选科组合应为3门学科'))
  await expect(create({ thirdSubject: firstSubject! })).rejects.toEqual(message('选科组合应为3门学科'))
  const none = { firstSubject: null, secondSubject: null, thirdSubject: null }
  const trade = { name: '学前教育', kind: 'profession' as const, stages: [5] }
  await create({})
  await create({ ...trade, ...none, years: 3 })
  const { items } = await as(keeper, (ctx) =>
    professions.list(ctx, { orgId, pageNumber: 1, pageSize: 20, keyword: '' }),
  )
  expect(items).toMatchObject([
    { name: '物化生', firstSubject: { name: '物理' } },
    { name: '学前教育', years: 3 },
  ])
})
