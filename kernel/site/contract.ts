import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** A module of its own, so that the sign-in pages need not load what an organisation is. */
export const siteApi = {
  about: route({
    method: 'GET',
    path: '/api/about',
    title: '备案与帮助信息',
    access: 'public',
    ownTransactions: true,
    /** Empty where the installation says nothing. */
    data: z.object({
      icp: z.string(),
      policeFiling: z.string(),
      /** Where the filing with the police can be looked up. */
      policeUrl: z.string(),
      helpPhone: z.string(),
    }),
  }),
}
