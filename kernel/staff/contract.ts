import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

/** What somebody is in an organisation, with the numbers of the wire. */
export const userTypes = {
  teacher: { code: 3, title: '教师' },
  worker: { code: 4, title: '职工' },
  bureau: { code: 5, title: '教育局及直属单位人员' },
  external: { code: 6, title: '外聘与服务人员' },
} as const
export type UserType = keyof typeof userTypes

const route = routesOf(manifest)

export const staffApi = {
  recount: route({
    method: 'POST',
    path: '/api/orgs/recount',
    title: '重新统计组织人数',
    access: 'org.recount',
    data: z.null(),
  }),
}
