import { queryOf } from '#packages/web/core/query-of.ts'
import { teachingAffairsApi } from '../contract.ts'
import { manifest } from '../manifest.ts'

export const affairsKey = [manifest.key] as const
export const overviewQuery = queryOf(affairsKey, teachingAffairsApi.overview)
export const peopleQuery = (keyword: string) => queryOf(affairsKey, teachingAffairsApi.people, { query: { keyword } })
export const rightsQuery = (userId: string) => queryOf(affairsKey, teachingAffairsApi.rights, { query: { userId } })
