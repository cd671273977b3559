import { expect, it } from 'vitest'
import { createCoverWorld, days } from './covers.fixture.ts'
import { findHeldCover, handCover } from './leavers.ts'

const { who, inOffice, lessonsOf, lessonNow, wish, apply, answer, database } = createCoverWorld()

it('hands the lesson under the eyes of somebody who leaves over as it is, with whoever else gives it', async () => {
  const [lesson] = await lessonsOf('王芳', days[0])
  const { userId: together } = who('钱悦')
  await database.sql('update tenant.lesson set teacher_ids = teacher_ids || $2::uuid where id = $1', [
    lesson!.id,
    together,
  ])
  const now = await lessonNow(lesson!.id)
  const [asked] = await apply('王芳', [wish(now, { kind: 'supervise', userIds: [who('赵亮').userId] })])
  await answer('赵亮', [asked!.id])
  expect(await lessonNow(lesson!.id)).toMatchObject({ teacherIds: [who('赵亮').userId, together] })
  const { userId: memberId, personId } = who('孙静')
  await inOffice(async (ctx) => {
    const held = (await findHeldCover(ctx, asked!.id, who('赵亮').userId))!
    await handCover(ctx, held, { memberId, personId, name: '孙静' })
  })
  expect(await lessonNow(lesson!.id)).toMatchObject({
    remark: '自习（孙静看管）',
    teacherIds: [memberId, together],
  })
})
