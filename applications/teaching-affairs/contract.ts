import { z } from 'zod'
import { enumOf, routesOf, teachingAreas } from '#packages/contract'
import { rightsApi } from './contract-rights.ts'
import { manifest } from './manifest.ts'

export { profession, professionApi, wrongCombination, type Profession } from './contract-professions.ts'
export { rightsApi, type AreaPermission, type PersonRights, type RightsForm } from './contract-rights.ts'

const route = routesOf(manifest)

/** 大班额 and 超大班额 of the ministry. */
export const bigClass = 56
export const hugeClass = 66

/** An area of teaching affairs that the caller may visit, with its figure of today and what is missing there. */
const areaFigure = z.object({
  area: enumOf(teachingAreas),
  /** Null where the area has no number of its own. */
  figure: z.int().nullable(),
  /** What the figure counts: 个班级. */
  unit: z.string(),
  /** What is missing, or the state of the area, in one sentence. */
  note: z.string(),
  /** The note names something to do. */
  isOpen: z.boolean(),
})
export type AreaFigure = z.output<typeof areaFigure>

export const teachingAffairsApi = {
  ...rightsApi,
  overview: route({
    method: 'GET',
    path: '/api/teachingAffairs/overview',
    title: '教务概况',
    access: 'staff',
    data: z.object({ orgName: z.string(), areas: z.array(areaFigure) }),
  }),
}
