import { queryOf } from '#packages/web/core/query-of.ts'
import { sessionApi } from '../contract.ts'

export const mySignInsQuery = queryOf(['session'], sessionApi.mySignIns)
