import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** A separate module, so that sign-in pages need not load the organisation contract. */
export const siteApi = {
  about: route({
    method: 'GET',
    path: '/api/about',
    title: '备案与帮助信息',
    access: 'public',
    catalogue: true,
    ownTransactions: true,
    /** Empty if the installation has not configured it. */
    data: z.object({
      icp: z.string(),
      policeFiling: z.string(),
      /** The page on which the police filing can be verified. */
      policeUrl: z.string(),
      helpPhone: z.string(),
    }),
  }),
}
