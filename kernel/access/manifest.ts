import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'access', title: '权限', permissions: {} })
