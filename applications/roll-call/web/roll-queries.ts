import { queryOf } from '#packages/web/core/query-of.ts'
import { rollCallApi } from '../contract.ts'

/** Everything about rolls depends on it. */
export const rollKey = ['roll-call']

/** Of a lesson, or of the one that goes on. */
export const currentRollQuery = () => queryOf(rollKey, rollCallApi.current, { query: {} })
export const rollQuery = (lessonId: string) =>
  queryOf(rollKey, rollCallApi.session, { query: { lessonId, sessionId: null } })
export const lessonsQuery = (day: string) => queryOf(rollKey, rollCallApi.lessons, { query: { day } })
