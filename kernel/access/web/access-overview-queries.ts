import { queryOf } from '#packages/web/core/query-of.ts'
import { accessApi } from '../contract.ts'

export const accessOverviewQuery = queryOf(['access'], accessApi.watch)
