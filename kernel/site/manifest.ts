import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'site', title: '站点', permissions: {} })
