import { orNotFound, Refusal, scopeOf } from '#packages/core'
import { handCover, listCoversOfMembers, lockHeldCover, returnCover } from '#engines/cover/server/api.ts'
import { isOrgInScope, type Responsibility } from '#kernel/org/server/api.ts'

const parts = { current: '代课', pending: '待生效的代课', asked: '待答复的代课' } as const

/** Lessons that somebody who leaves gives for others, or is asked to: a successor gives them, or the office arranges anew. */
export const coverResponsibility: Responsibility = {
  key: 'cover.given',
  title: '代课',
  list: async (ctx, memberIds) =>
    (await listCoversOfMembers(ctx, memberIds)).map(({ memberId, requestId, part, day, begins, lesson, overOn }) => ({
      memberId,
      ref: requestId,
      title: `${lesson}的${parts[part]}`,
      note: `${day} ${begins}`,
      overOn,
    })),
  hand: async (ctx, { ref, memberId }, to) => {
    const cover = orNotFound(await lockHeldCover(ctx, ref, memberId), '代课')
    if (!(await isOrgInScope(ctx.db, scopeOf(ctx, 'cover.arrange'), cover.orgId)))
      throw new Refusal('请由教务安排代课的教师')
    await handCover(ctx, cover, to)
  },
  force: async (ctx, { ref, memberId }) => {
    const cover = await lockHeldCover(ctx, ref, memberId)
    if (cover) await returnCover(ctx, cover)
  },
}
