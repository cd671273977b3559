import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { askForCovers, assignCovers, backfillCover, cancelByOffice, keepByOffice } from '#engines/cover/server/api.ts'
import { coverOfficeApi } from '../contract.ts'
import { auditCovers } from './audit-covers.ts'
import { mayArrange, requireLessons } from './office.ts'

interface WithLessons {
  lessons: readonly { lessonId: string; otherLessonId: string | null }[]
}
const listIds = ({ lessons }: WithLessons) => [
  ...new Set(lessons.flatMap(({ lessonId, otherLessonId }) => [lessonId, ...(otherLessonId ? [otherLessonId] : [])])),
]

/** What whoever arranges the lessons of a school does. */
export function officeRoutes(app: FastifyInstance) {
  mount(app, coverOfficeApi.assign, async (ctx, { body }) => {
    await requireLessons(ctx, listIds(body))
    return assignCovers(ctx, body)
  })
  mount(app, coverOfficeApi.ask, async (ctx, { body }) => {
    await requireLessons(ctx, listIds(body))
    return askForCovers(ctx, body)
  })
  mount(app, coverOfficeApi.cancel, (ctx, { body }) => cancelByOffice(ctx, body, mayArrange(ctx)))
  mount(app, coverOfficeApi.keep, (ctx, { body }) => keepByOffice(ctx, body, mayArrange(ctx)))
  mount(app, coverOfficeApi.backfill, async (ctx, { body }) => {
    await requireLessons(ctx, [body.lessonId])
    return backfillCover(ctx, body)
  })
  mount(app, coverOfficeApi.audit, (ctx, { body }) => auditCovers(ctx, body))
}
